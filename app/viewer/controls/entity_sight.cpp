#include "app/viewer/controls/entity_sight.h"

#include <algorithm>
#include <glm/geometric.hpp>

#include "app/viewer/session/node_link.h"
#include "app/viewer/session/session_model.h"
#include "app/viewer/view/flow_view.h"
#include "app/viewer/widgets/foreign_text.h"
#include "model/calls/terrain_sight.h"

namespace farfield::app {

EntitySight::EntitySight(SessionModel& model, NodeLink& node, FlowView& view,
                         std::function<EntityLayer*()> layer, QObject* parent)
    : QObject(parent), model_(model), node_(node), view_(view), layer_(std::move(layer))
{
    constexpr int between_questions_milliseconds = 100;
    timer_.setInterval(between_questions_milliseconds);
    connect(&timer_, &QTimer::timeout, this, &EntitySight::ask);
    connect(&node_, &NodeLink::state_changed, this, [this] {
        ++generation_;  // a question of the last session gets no answer
        is_waiting_ = false;
    });
}

void EntitySight::watch(const net::dis::EntityId& from, const net::dis::EntityId& to)
{
    ++generation_;
    is_waiting_ = false;
    sight_ = SightBetween{.from = from, .to = to, .visible = std::nullopt, .seen_part = std::nullopt};
    say(names() + tr(" …"));
    timer_.start();
    ask();
}

void EntitySight::stop()
{
    ++generation_;
    is_waiting_ = false;
    timer_.stop();
    sight_.reset();
    if (EntityLayer* layer = layer_()) layer->show_sight(std::nullopt);
    say({});
    view_.update();
}

QString EntitySight::names() const
{
    EntityLayer* layer = layer_();
    const auto name = [layer](const net::dis::EntityId& id) {
        const KnownEntity* entity = layer == nullptr ? nullptr : layer->table().find(id);
        return entity == nullptr ? QString::fromStdString(text_of(id)) : plain_text(name_of(*entity));
    };
    return tr("%1 → %2: ").arg(name(sight_->from), name(sight_->to));
}

/// Shows the reason, and the line without an answer.
void EntitySight::give_up(const QString& why)
{
    sight_->visible.reset();
    if (EntityLayer* layer = layer_()) layer->show_sight(sight_);
    say(names() + why);
}

void EntitySight::ask()
{
    EntityLayer* layer = layer_();
    if (!sight_ || is_waiting_ || layer == nullptr) return;
    if (!model_.terrain() || !view_.layers()->frame().is_ground || view_.layers()->frame().base.empty())
        return give_up(tr("a line of sight needs a terrain"));
    if (node_.state() != NodeLink::State::Connected) return give_up(tr("the node is away"));
    const auto from = layer->place_of(sight_->from), to = layer->place_of(sight_->to);
    if (!from || !to) return give_up(tr("one of them has no place here"));
    const auto earth = model_.terrain_params();
    const model::TerrainSightCall call{.terrain = model_.terrain()->terrain,
                                       .from = {from->x, from->y, from->z},
                                       .to = {{to->x, to->y, to->z}},
                                       .curved = earth.curved,
                                       .refraction = earth.refraction,
                                       .absolute = true};
    is_waiting_ = true;
    node_.call(
        "terrain.sight", model::write(call),
        [this, from = *from, to = *to, generation = generation_](const auto& error, const net::Json& result) {
            if (generation != generation_) return;
            is_waiting_ = false;
            try {
                if (error) throw *error;
                const auto lines = model::read_answer<model::TerrainSightLines>(result).lines;
                if (!lines.empty()) take(lines.front(), from, to);
            } catch (const std::runtime_error& fault) {
                give_up(plain_text(std::string(fault.what())));
            }
        });
}

void EntitySight::take(const model::TerrainSightLine& line, glm::dvec3 from, glm::dvec3 to)
{
    EntityLayer* layer = layer_();
    if (layer == nullptr) return;
    sight_->visible = line.visible;
    const double level = glm::distance(glm::dvec2(from), glm::dvec2(to));
    if (line.blocked_at && level > 0.0)
        sight_->seen_part = std::clamp(
            glm::distance(glm::dvec2(from), glm::dvec2((*line.blocked_at)[0], (*line.blocked_at)[1])) / level,
            0.0, 1.0);
    layer->show_sight(sight_);
    view_.update();
    constexpr double metres_per_kilometre = 1000.0;
    QString text = names();
    text += !line.visible   ? tr("not known: %1").arg(plain_text(line.reason))
            : *line.visible ? tr("visible")
                            : tr("hidden");
    text += tr(", %1 km").arg(glm::distance(from, to) / metres_per_kilometre, 0, 'f', 2);
    if (line.clearance) text += tr(", clearance %1 m").arg(*line.clearance, 0, 'f', 1);
    if (line.blocked_at)
        text += tr(", blocked after %1 km").arg(*sight_->seen_part * level / metres_per_kilometre, 0, 'f', 2);
    if (line.holes) text += tr("; it crosses ground without heights");
    say(text);
}

void EntitySight::say(const QString& what)
{
    if (answer_ == what) return;
    answer_ = what;
    Q_EMIT answered();
}

}  // namespace farfield::app
