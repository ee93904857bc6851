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

/// A member with a form of its own, in a line of text.
struct TypedMember {
    QString tip;     ///< what may be typed
    QString absent;  ///< stands in the box while there is no value
    std::function<std::string(const model::Json& value)> text;
    std::function<model::Json(const std::string& text)> value;
};

/// Boxes for the members of an object, made from their descriptions: numbers, choices, texts, ticks, and
/// forms within the form. A box of a member that may be absent can be empty; elements of arrays show the
/// members that they have. Threads: the GUI's.
class FieldForm : public QWidget {
    Q_OBJECT

public:
    using Choices = std::map<std::string, QStringList>;

    using Typed = std::map<std::string, TypedMember>;

    /// choices: the texts to choose from, of members that have any where the form is used. typed: members
    /// that are typed otherwise than as their JSON.
    explicit FieldForm(const std::vector<model::FieldDescription>& members, Choices choices,
                       QWidget* parent = nullptr, Typed typed = {});

    /// Shows an object without announcing it, and not while the user is typing in a box.
    void show_values(const model::Json& values);

Q_SIGNALS:
    /// The object as the user has it now; it may break a rule between members, which a reader of it reports.
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
    /// Of the element at a place of an array, or of an object.
    [[nodiscard]] FieldForm* add_form(const model::FieldDescription& member,
                                      const std::vector<model::FieldDescription>& members, std::size_t at,
                                      QWidget* parent);
    void add(const model::FieldDescription& member, QWidget* box);
    /// Takes a member over from its box; null: it is absent.
    void set(const std::string& name, model::Json value);

    model::Json values_ = model::Json::object();
    QFormLayout* form_ = nullptr;
    Typed typed_;
    std::vector<Row> rows_;
};

}  // namespace farfield::app
