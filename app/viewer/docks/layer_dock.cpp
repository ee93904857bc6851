#include "app/viewer/docks/layer_dock.h"

#include <QGridLayout>
#include <QLabel>
#include <QListWidget>
#include <QLocale>
#include <QMenu>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <exception>

#include "app/show/scene_legends.h"
#include "app/viewer/controls/show_control.h"
#include "app/viewer/docks/value_panel.h"
#include "app/viewer/session/chosen_time.h"
#include "app/viewer/session/session_model.h"
#include "app/viewer/widgets/foreign_text.h"
#include "app/viewer/widgets/scrolled.h"
#include "model/document/layer_edits.h"
#include "model/layers/layer_kinds.h"
#include "model/layers/slice_kind.h"
#include "model/styles/slice_contours.h"

namespace farfield::app {
namespace {

constexpr int id_role = Qt::UserRole;

QString name_of_kind(std::string_view kind)
{
    std::string name;
    take_kind_name(kind, [&](std::string_view part) { name += part; });
    return QString::fromStdString(name);
}

/// Name of a layer in the list: its title; else its kind, with the data where the document has several.
QString title_of(const model::Document& document, const model::Layer& layer)
{
    if (!layer.title.empty()) return plain_text(layer.title);
    if (layer.data.empty()) return name_of_kind(layer.kind);
    const auto same = [&](const auto& data) { return data.second.kind == document.data.at(layer.data).kind; };
    auto text = name_of_kind(layer.kind);
    if (std::ranges::count_if(document.data, same) < 2) return text;
    return text + QStringLiteral(" – ") + plain_text(document.data.at(layer.data).name);
}

/// Description of data for new layers, with corners in the data's own coordinates. Borrows the data.
model::LayerData layer_data(const OpenData& data)
{
    if (data.dataset)
        return {{data.dataset->bounds.min, data.dataset->bounds.max},
                &data.dataset->suggested,
                data.dataset->rays};
    const auto& terrain = *data.terrain;
    const auto corner = [&](const std::array<double, 2>& metres, double height) {
        return model::Point{terrain.origin[0] + metres[0] / terrain.metres_per_unit[0],
                            terrain.origin[1] + metres[1] / terrain.metres_per_unit[1], height};
    };
    return {{corner(terrain.bounds.min, terrain.heights[0]), corner(terrain.bounds.max, terrain.heights[1])}};
}

TypedMember typed_contours()
{
    return {.tip = LayerDock::tr("How many lines (10), their values (0.5, 1, 2), or how far apart they are "
                                 "(every 0.25)"),
            .absent = LayerDock::tr("none"),
            .text = &model::text_of_contours,
            .value = &model::contours_in_text};
}

QLabel* new_heading(const QString& text, QWidget* parent)
{
    auto* heading = new QLabel(QStringLiteral("<b>%1</b>").arg(text), parent);
    heading->setContentsMargins(0, 6, 0, 0);
    return heading;
}

}  // namespace

LayerDock::LayerDock(SessionModel& model, ShowControl& control, QWidget* parent)
    : QDockWidget(tr("Layers"), parent), model_(model), control_(control)
{
    setObjectName(QStringLiteral("layer_dock"));
    auto* content = new QWidget(this);
    column_ = new QVBoxLayout(content);
    list_ = new QListWidget(content);
    list_->setObjectName(QStringLiteral("layer_list"));
    list_->setMinimumHeight(72);
    list_->setMaximumHeight(150);
    Tip(tr("Higher layers are drawn over lower ones. A double click gives a layer a name.")).show_on(*list_);
    column_->addWidget(list_);
    column_->addWidget(make_buttons());
    facts_ = new QLabel(content);
    facts_->setObjectName(QStringLiteral("layer_facts"));
    facts_->setForegroundRole(QPalette::PlaceholderText);
    facts_->hide();
    show_plain(*facts_);
    column_->addWidget(facts_);
    column_->addStretch(1);
    setWidget(new_scrolled(content, this));
    listen();
    show_layers();
}

QToolButton* LayerDock::add_button(QGridLayout& row, const QString& text, const char* name,
                                   const QString& tip)
{
    auto* button = new QToolButton(row.parentWidget());
    button->setText(text);
    button->setObjectName(QString::fromLatin1(name));
    Tip(tip).show_on(*button);
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    row.addWidget(button, 0, row.columnCount());
    return button;
}

QWidget* LayerDock::make_buttons()
{
    auto* buttons = new QWidget(this);
    auto* row = new QGridLayout(buttons);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    auto* add = add_button(*row, tr("+ Add"), "add_layer", tr("Add a layer of the open data"));
    auto* menu = new QMenu(add);
    add->setMenu(menu);
    add->setPopupMode(QToolButton::InstantPopup);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] { fill_menu(*menu); });
    copy_ = add_button(*row, tr("Copy"), "copy_layer", tr("Add a layer like the selected one"));
    remove_ = add_button(*row, tr("Remove"), "remove_layer", tr("Remove the selected layer"));
    raise_ = add_button(*row, tr("Up"), "raise_layer", tr("Draw the selected layer later"));
    lower_ = add_button(*row, tr("Down"), "lower_layer", tr("Draw the selected layer earlier"));
    return buttons;
}

void LayerDock::listen()
{
    connect(list_, &QListWidget::currentItemChanged, this, [this](const QListWidgetItem* item) {
        if (item != nullptr) model_.select_layer(item->data(id_role).toString().toStdString());
    });
    connect(list_, &QListWidget::itemChanged, this,
            [this](const QListWidgetItem* item) { take_item(list_->row(item)); });
    const auto edit = [this](const char* label, auto edited) {
        return [this, label, edited] {
            if (selected() != nullptr) apply(label, edited(model_.document(), model_.selected_layer()));
        };
    };
    connect(copy_, &QToolButton::clicked, this, &LayerDock::copy_layer);
    connect(remove_, &QToolButton::clicked, this, edit("Remove layer", model::without_layer));
    connect(raise_, &QToolButton::clicked, this, edit("Raise layer", model::with_layer_raised));
    connect(lower_, &QToolButton::clicked, this, edit("Lower layer", model::with_layer_lowered));
    constexpr int between_looks_milliseconds = 250;
    facts_timer_.setInterval(between_looks_milliseconds);
    connect(&facts_timer_, &QTimer::timeout, this, &LayerDock::show_facts);
    facts_timer_.start();
    connect(&model_, &SessionModel::document_changed, this, &LayerDock::show_layers);
    connect(&model_, &SessionModel::dataset_changed, this, &LayerDock::show_layers);
    connect(&model_, &SessionModel::terrain_changed, this, &LayerDock::show_layers);
}

void LayerDock::show_facts()
{
    const QString text = facts_of_selected();
    if (facts_->text() != text) facts_->setText(text);
    facts_->setVisible(!text.isEmpty());
}

/// Facts such as "12,345 triangles, every 2nd node, 38 ms after the change"; empty for other layers.
QString LayerDock::facts_of_selected()
{
    const Layer* layer = control_.layers().find(model_.selected_layer());
    const ReportedRole* reported = layer == nullptr ? nullptr : layer->reported();
    const net::Json report = reported == nullptr ? net::Json() : reported->report();
    if (!report.is_object() || !report.contains("triangles")) return {};
    const QLocale locale;
    QString text = tr("%1 triangles").arg(locale.toString(report["triangles"].get<qulonglong>()));
    if (const auto level = report.value("level", 0U); level > 0)
        text += level == 1 ? tr(", every 2nd node") : tr(", every %1th node").arg(1U << level);
    const ProgramDriver* driver = control_.layers().first_driver(model_.selected_layer());
    if (const auto latency = driver == nullptr ? std::nullopt : driver->latency_ms())
        text += tr(", %1 ms after the change").arg(*latency, 0, 'f', 0);
    return text;
}

const model::Layer* LayerDock::selected() const
{
    const auto found = model_.document().layers.find(model_.selected_layer());
    return found == model_.document().layers.end() ? nullptr : &found->second;
}

/// False for a recording, whose frames cannot change.
bool LayerDock::is_editable(const model::Layer& layer) const
{
    const OpenData* opened = control_.data(layer.data);
    return layer.data.empty() || (opened != nullptr && opened->is_computed());
}

void LayerDock::show_layers()
{
    const QSignalBlocker quiet(list_);
    const auto& document = model_.document();
    const auto order = model::layers_in_order(document);
    while (list_->count() > static_cast<int>(order.size())) delete list_->takeItem(list_->count() - 1);
    while (list_->count() < static_cast<int>(order.size())) list_->addItem(new QListWidgetItem);
    int row = 0, current = -1;
    for (auto id = order.rbegin(); id != order.rend(); ++id, ++row) {
        const auto& layer = document.layers.at(*id);
        auto* item = list_->item(row);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable |
                       Qt::ItemIsEditable);
        item->setData(id_role, QString::fromStdString(*id));
        item->setText(title_of(document, layer));
        const QString of =
            layer.data.empty() ? tr("a relay") : QString::fromStdString(document.data.at(layer.data).name);
        Tip(tr("%1 of %2").arg(name_of_kind(layer.kind), of)).show_on(*item);
        item->setCheckState(layer.visible ? Qt::Checked : Qt::Unchecked);
        if (*id == model_.selected_layer()) current = row;
    }
    list_->setCurrentRow(current);
    show_selected();
}

void LayerDock::show_selected()
{
    const model::Layer* layer = selected();
    for (auto* button : {copy_, remove_, raise_, lower_}) button->setEnabled(layer != nullptr);
    raise_->setEnabled(layer != nullptr && list_->currentRow() > 0);
    lower_->setEnabled(layer != nullptr && list_->currentRow() + 1 < list_->count());
    make_forms();
    if (layer == nullptr || forms_ == nullptr) return;
    forms_->setEnabled(is_editable(*layer));
    if (values_ != nullptr) values_->show_layer(*layer, *control_.data(layer->data));
    if (params_ != nullptr) params_->show_values(layer->params);
    if (style_ != nullptr) style_->show_values(layer->style);
}

/// Makes the forms once for a layer, so that a box keeps the user's cursor.
void LayerDock::make_forms()
{
    const model::Layer* layer = selected();
    const OpenData* opened = layer == nullptr ? nullptr : control_.data(layer->data);
    const bool has_form = layer != nullptr && (opened != nullptr || layer->data.empty());
    const auto wanted =
        !has_form ? "" : model_.selected_layer() + "/" + (opened == nullptr ? "" : opened->source.name);
    if (wanted == formed_) return;
    formed_ = wanted;
    if (forms_ != nullptr) {
        forms_->hide();
        forms_->deleteLater();  // this call may come from one of its boxes
    }
    forms_ = nullptr;
    params_ = style_ = nullptr;
    values_ = nullptr;
    if (wanted.empty()) return;
    const auto& kind = *model::find_kind(model::layer_kinds(), layer->kind);
    forms_ = new QWidget(this);
    auto* column = new QVBoxLayout(forms_);
    column->setContentsMargins(0, 0, 0, 0);
    const auto add_form = [&](Part part, const model::LayerPart& of, const QString& heading) -> FieldForm* {
        if (of.members().empty()) return nullptr;
        auto* form = new_form(part, kind, *layer);
        column->addWidget(new_heading(heading, forms_));
        column->addWidget(form);
        return form;
    };
    if (ValuePanel::is_for(kind)) {
        values_ = new ValuePanel(control_.node(), forms_);
        column->addWidget(new_heading(tr("Values"), forms_));
        column->addWidget(values_);
        connect(values_, &ValuePanel::edited, this,
                [this](const model::Json& params) { take_values(Part::Params, params); });
    }
    params_ = add_form(Part::Params, kind.params, tr("Parameters"));
    style_ = add_form(Part::Style, kind.style, tr("Appearance"));
    column_->insertWidget(column_->count() - 1, forms_);
}

FieldForm* LayerDock::new_form(Part part, const model::LayerKind& kind, const model::Layer& layer)
{
    FieldForm::Choices choices;
    const OpenData* opened = control_.data(layer.data);
    if (opened != nullptr && opened->dataset)
        for (const auto& scalar : opened->dataset->scalars)
            choices["scalar"] << QString::fromStdString(scalar.name);
    const auto& of = part == Part::Params ? kind.params : kind.style;
    FieldForm::Typed typed;
    if (std::string_view(kind.name) == model::slice_kind.name && part == Part::Style)
        typed["contours"] = typed_contours();
    auto* form = new FieldForm(of.members(), std::move(choices), forms_, std::move(typed));
    form->setObjectName(part == Part::Params ? QStringLiteral("layer_params")
                                             : QStringLiteral("layer_style"));
    connect(form, &FieldForm::edited, this,
            [this, part](const model::Json& values) { take_values(part, values); });
    return form;
}

void LayerDock::take_item(int row)
{
    const auto* item = list_->item(row);
    auto document = model_.document();
    const auto found = document.layers.find(item->data(id_role).toString().toStdString());
    if (found == document.layers.end()) return;
    const bool visible = item->checkState() == Qt::Checked;
    const bool is_shown = found->second.visible != visible;
    found->second.visible = visible;
    if (!is_shown && item->text() != title_of(document, found->second))
        found->second.title = item->text().trimmed().toStdString();
    apply(!is_shown ? "Name layer" : visible ? "Show layer" : "Hide layer", document);
}

void LayerDock::take_values(Part part, const model::Json& values)
{
    if (selected() == nullptr) return;
    auto document = model_.document();
    auto& layer = document.layers.at(model_.selected_layer());
    model::Json& changed = part == Part::Params ? layer.params : layer.style;
    const auto time_of = [](const model::Json& params) { return params.value("time", model::Json()); };
    const OpenData* opened = control_.data(layer.data);
    const bool goes_on =
        opened != nullptr && opened->time_span() && has_time(layer.kind, opened->grid_changes());
    // A layer with a time of its own keeps it; without one it follows the particles.
    if (part == Part::Params && goes_on && time_of(changed) != time_of(values))
        layer.clock = values.contains("time") ? std::nullopt : std::optional(true);
    changed = values;
    apply("Change layer", document);
}

void LayerDock::fill_menu(QMenu& menu)
{
    menu.clear();
    for (const auto& kind : model::layer_kinds()) {
        if (!kind.data) {
            if (control_.has_relay())
                menu.addAction(name_of_kind(kind.name), this, [this, &kind] { add_layer(kind); });
            continue;
        }
        const auto& ids = model_.edited();
        const OpenData* opened = control_.data(kind.data == model::DataKind::Dataset ? ids.flow : ids.ground);
        if (opened == nullptr || !opened->is_computed()) continue;
        try {  // kinds with parameters that the user must give, such as a file, have their own dock
            (void)kind.params(kind.first_params == nullptr ? model::Json::object()
                                                           : kind.first_params(layer_data(*opened)),
                              "params");
        } catch (const model::FieldError&) {
            continue;
        }
        menu.addAction(name_of_kind(kind.name), this, [this, &kind] { add_layer(kind); });
    }
    if (menu.isEmpty()) menu.addAction(tr("No data is open"))->setEnabled(false);
}

void LayerDock::add_layer(const model::LayerKind& kind)
{
    const auto& ids = model_.edited();
    model::Layer layer;
    layer.kind = kind.name;
    if (kind.data) layer.data = kind.data == model::DataKind::Dataset ? ids.flow : ids.ground;
    const OpenData* opened = control_.data(layer.data);
    if (kind.data && opened == nullptr) return;
    if (kind.first_params != nullptr) layer.params = kind.first_params(layer_data(*opened));
    if (opened != nullptr && opened->time_span() && has_time(kind.name, opened->grid_changes()))
        layer.clock = true;
    const auto with_rakes = model_.document().layers.find(ids.rakes);
    if (kind.has_rakes && with_rakes != model_.document().layers.end())
        layer.rakes = with_rakes->second.rakes;
    const auto id = model_.new_layer_id(kind.name);
    apply("Add layer", model::with_layer(model_.document(), id, std::move(layer)));
    model_.select_layer(id);
}

void LayerDock::copy_layer()
{
    const model::Layer* layer = selected();
    if (layer == nullptr) return;
    const auto id = model_.new_layer_id(layer->kind);
    apply("Copy layer", model::with_copy(model_.document(), id, model_.selected_layer()));
    model_.select_layer(id);
}

void LayerDock::apply(const char* label, const model::Document& document)
{
    try {
        model_.change_document(label, model::read_document(model::write(document), model::layer_kinds()));
    } catch (const std::exception& fault) {
        Q_EMIT problem(QString::fromUtf8(fault.what()));
        show_layers();  // back to the document's state
    }
}

}  // namespace farfield::app
