#pragma once

#include <QDockWidget>
#include <QTimer>
#include <span>
#include <string>

#include "app/viewer/widgets/field_form.h"
#include "model/document/document.h"

class QGridLayout;
class QListWidget;
class QMenu;
class QToolButton;
class QLabel;
class QVBoxLayout;

namespace farfield::app {

class SessionModel;
class ShowControl;
class ValuePanel;

/// Dock with all layers, the highest first: adds, copies, removes, orders, names, shows and hides them, and
/// edits the parameters and the style of any kind.
class LayerDock : public QDockWidget {
    Q_OBJECT

public:
    LayerDock(SessionModel& model, ShowControl& control, QWidget* parent = nullptr);

Q_SIGNALS:
    void problem(const QString& what);  ///< one line for the user

private:
    enum class Part { Params, Style };

    QWidget* make_buttons();
    QToolButton* add_button(QGridLayout& row, const QString& text, const char* name, const QString& tip);
    void listen();
    void show_layers();
    void show_selected();
    void show_facts();
    [[nodiscard]] QString facts_of_selected();
    void make_forms();
    [[nodiscard]] FieldForm* new_form(Part part, const model::LayerKind& kind, const model::Layer& layer);
    void fill_menu(QMenu& menu);
    void add_layer(const model::LayerKind& kind);
    void copy_layer();
    /// Takes over text or tick of an item from the user.
    void take_item(int row);
    void take_values(Part part, const model::Json& values);
    /// Changes the document, or reports a line for the user where the change is invalid.
    void apply(const char* label, const model::Document& document);
    [[nodiscard]] const model::Layer* selected() const;
    [[nodiscard]] bool is_editable(const model::Layer& layer) const;

    SessionModel& model_;
    ShowControl& control_;
    QListWidget* list_ = nullptr;
    QToolButton* copy_ = nullptr;
    QToolButton* remove_ = nullptr;
    QToolButton* raise_ = nullptr;
    QToolButton* lower_ = nullptr;
    QLabel* facts_ = nullptr;  ///< about the selected layer's results
    QTimer facts_timer_;
    QVBoxLayout* column_ = nullptr;
    QWidget* forms_ = nullptr;
    FieldForm* params_ = nullptr;
    FieldForm* style_ = nullptr;
    ValuePanel* values_ = nullptr;
    std::string formed_;  ///< layer and data of the forms
};

}  // namespace farfield::app
