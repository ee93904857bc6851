#include "app/viewer/controls/relay_control.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "app/viewer/session/node_link.h"
#include "app/viewer/session/session_model.h"
#include "model/document/layer_edits.h"
#include "model/layers/entity_kind.h"

namespace farfield::app {

RelayControl::RelayControl(SessionModel& model, NodeLink& relay, QObject* parent)
    : QObject(parent), model_(model), relay_(relay)
{
    constexpr int retry_milliseconds = 500;
    retry_.setInterval(retry_milliseconds);
    retry_.setSingleShot(true);
    connect(&retry_, &QTimer::timeout, &relay_, &NodeLink::retry);
    connect(&relay_, &NodeLink::failed, this, &RelayControl::take_loss);
    connect(&relay_, &NodeLink::lost, this, &RelayControl::take_loss);
    connect(&relay_, &NodeLink::connected, this, [this] {
        if (std::exchange(is_away_, false)) Q_EMIT back();
    });
}

void RelayControl::connect_to(const net::ClientSettings& relay)
{
    retry_.stop();
    relay_.connect_to(relay);
    const auto& layers = model_.document().layers;
    const auto is_of_entities = [](const auto& layer) {
        return layer.second.kind == model::entity_kind.name && layer.second.recording.empty();
    };
    if (std::ranges::none_of(layers, is_of_entities)) add_layer({});
}

void RelayControl::show_recording(const std::string& file)
{
    add_layer(std::filesystem::absolute(file).lexically_normal().string());
}

void RelayControl::add_layer(const std::string& recording)
{
    model::Layer layer;
    layer.kind = model::entity_kind.name;
    layer.recording = recording;
    const std::string id = model_.new_layer_id(model::entity_kind.name);
    model_.take_document(model::with_layer(model_.document(), id, std::move(layer)));
    model_.select_layer(id);
}

void RelayControl::place_by(const std::string& vertical)
{
    model::Document document = model_.document();
    for (auto& [id, layer] : document.layers)
        if (layer.kind == model::entity_kind.name) layer.style["vertical"] = vertical;
    if (document != model_.document()) model_.take_document(document);
}

void RelayControl::disconnect_from_relay()
{
    retry_.stop();
    relay_.disconnect_from_node();
    is_away_ = false;
    Q_EMIT back();
}

void RelayControl::retry_now()
{
    retry_.stop();
    relay_.retry();
}

void RelayControl::take_loss(const QString& why)
{
    retry_.start();
    if (!std::exchange(is_away_, true))
        Q_EMIT away(tr("No news of entities: %1. It is tried again.").arg(why));
}

}  // namespace farfield::app
