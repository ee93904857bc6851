#pragma once

#include <QStringList>
#include <QWidget>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "model/fields/description.h"

class QFormLayout;

namespace farfield::app {

/// A member that is typed in a text form of its own.
struct TypedMember {
    QString tip;     ///< explains the permitted texts
    QString absent;  ///< shown in the box without a value
    std::function<std::string(const model::Json& value)> text;
    std::function<model::Json(const std::string& text)> value;
};

/// Form for the members of an object, made from their descriptions: numbers, choices, texts, ticks, and
/// forms within the form. The box of an optional member can be empty; elements of arrays show only the
/// members that they have. Threads: the GUI's.
class FieldForm : public QWidget {
    Q_OBJECT

public:
    using Choices = std::map<std::string, QStringList>;

    using Typed = std::map<std::string, TypedMember>;

    /// choices: texts to choose from, by member, where there are any. typed: members
    /// that are not typed as JSON.
    explicit FieldForm(const std::vector<model::FieldDescription>& members, Choices choices,
                       QWidget* parent = nullptr, Typed typed = {});

    /// Shows an object without announcing it, and not while the user is typing in a box.
    void show_values(const model::Json& values);

Q_SIGNALS:
    /// The object with the user's edits; it may break a rule between members, which its reader reports.
    void edited(const farfield::model::Json& values);

private:
    struct Row {
        std::string name;
        model::Json otherwise;
        std::function<void(const model::Json& value)> show;
    };
    using Show = std::function<void(const model::Json& value)>;

    void add_row(const model::FieldDescription& member, const QStringList& choices);
    [[nodiscard]] Show add_choice(const model::FieldDescription& member, QStringList texts);
    [[nodiscard]] Show add_tick(const model::FieldDescription& member);
    [[nodiscard]] Show add_number(const model::FieldDescription& member);
    [[nodiscard]] Show add_numbers(const model::FieldDescription& member);
    [[nodiscard]] Show add_text(const model::FieldDescription& member);
    [[nodiscard]] Show add_forms(const model::FieldDescription& member);
    /// Adds a form for an object, or for the array element at index `at`.
    [[nodiscard]] FieldForm* add_form(const model::FieldDescription& member,
                                      const std::vector<model::FieldDescription>& members, std::size_t at,
                                      QWidget* parent);
    void add(const model::FieldDescription& member, QWidget* box);
    /// Takes over a member from its box; null: it is absent.
    void set(const std::string& name, model::Json value);

    model::Json values_ = model::Json::object();
    QFormLayout* form_ = nullptr;
    Typed typed_;
    std::vector<Row> rows_;
};

}  // namespace farfield::app
