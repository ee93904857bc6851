#pragma once

#include <QObject>
#include <QTimer>
#include <functional>
#include <optional>

#include "app/layers/entities/entity_layer.h"
#include "model/calls/terrain_sight.h"

namespace farfield::app {

class FlowView;
class NodeLink;
class SessionModel;

/// Reports whether one entity sees another over the ground: asks the node repeatedly as they move, at most
/// ten times a second, one question at a time. The line is drawn between the present places.
class EntitySight : public QObject {
    Q_OBJECT

public:
    /// layer: returns the layer of the entities; null while there is none.
    EntitySight(SessionModel& model, NodeLink& node, FlowView& view, std::function<EntityLayer*()> layer,
                QObject* parent = nullptr);

    void watch(const net::dis::EntityId& from, const net::dis::EntityId& to);
    void stop();
    [[nodiscard]] bool is_watching() const noexcept { return sight_.has_value(); }
    /// Last answer in one line for the user; empty while no pair is watched.
    [[nodiscard]] const QString& answer() const noexcept { return answer_; }

Q_SIGNALS:
    void answered();

private:
    void ask();
    void take(const model::TerrainSightLine& line, glm::dvec3 from, glm::dvec3 to);
    void say(const QString& what);
    void give_up(const QString& why);
    [[nodiscard]] QString names() const;

    SessionModel& model_;
    NodeLink& node_;
    FlowView& view_;
    std::function<EntityLayer*()> layer_;
    QTimer timer_;
    std::optional<SightBetween> sight_;
    bool is_waiting_ = false;
    std::uint64_t generation_ = 0;  ///< answers to questions of earlier generations are ignored
    QString answer_;
};

}  // namespace farfield::app
