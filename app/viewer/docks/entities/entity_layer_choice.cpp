#include "app/viewer/docks/entities/entity_layer_choice.h"

#include <QSignalBlocker>
#include <utility>

#include "app/layers/entities/entity_layer.h"
#include "app/viewer/controls/show_control.h"
#include "app/viewer/docks/entities/entity_words.h"
#include "app/viewer/session/session_model.h"
#include "app/viewer/widgets/foreign_text.h"

namespace farfield::app {

EntityLayerChoice::EntityLayerChoice(SessionModel& model, ShowControl& control, QWidget* parent)
    : QComboBox(parent), model_(model), control_(control)
{
    setObjectName(QStringLiteral("entity_layer"));
    Tip(tr("The layer with the entities that are listed: of a relay, or of a recording")).show_on(*this);
    connect(this, &QComboBox::activated, this,
            [this](int index) { model_.select_layer(itemData(index).toString().toStdString()); });
    connect(&model_, &SessionModel::document_changed, this, &EntityLayerChoice::follow_selection);
    hide();
}

std::string EntityLayerChoice::layer_id() const
{
    const LayerSet& layers = std::as_const(control_).layers();
    std::string lowest;
    for (const std::string& id : layers.order()) {
        if (dynamic_cast<const EntityLayer*>(layers.find(id)) == nullptr) continue;
        if (id == chosen_) return id;
        if (lowest.empty()) lowest = id;
    }
    return lowest;
}

EntityLayer* EntityLayerChoice::layer() const
{
    const std::string id = layer_id();
    return id.empty() ? nullptr : dynamic_cast<EntityLayer*>(control_.layers().find(id));
}

void EntityLayerChoice::follow_selection()
{
    const LayerSet& layers = std::as_const(control_).layers();
    if (std::exchange(selected_, model_.selected_layer()) != model_.selected_layer() &&
        dynamic_cast<const EntityLayer*>(layers.find(selected_)) != nullptr)
        chosen_ = selected_;
    if (std::exchange(shown_, layer_id()) == layer_id()) return;
    show_layers();
    Q_EMIT other_chosen();
}

QString EntityLayerChoice::title_of(const std::string& id) const
{
    const auto found = model_.document().layers.find(id);
    if (found != model_.document().layers.end() && !found->second.title.empty())
        return plain_text(found->second.title);
    return source_name(dynamic_cast<const EntityLayer&>(*std::as_const(control_).layers().find(id)),
                       control_);
}

void EntityLayerChoice::show_layers()
{
    const LayerSet& layers = std::as_const(control_).layers();
    QStringList titles, ids;
    for (const std::string& id : layers.order()) {
        if (dynamic_cast<const EntityLayer*>(layers.find(id)) == nullptr) continue;
        ids << QString::fromStdString(id);
        titles << title_of(id);
    }
    const QSignalBlocker quiet(this);
    while (count() > ids.size()) removeItem(count() - 1);
    while (count() < ids.size()) addItem({});
    for (int row = 0; row < count(); ++row) {
        setItemText(row, titles.at(row));
        setItemData(row, ids.at(row));
    }
    setCurrentIndex(findData(QString::fromStdString(layer_id())));
    setVisible(count() > 1);
}

}  // namespace farfield::app
