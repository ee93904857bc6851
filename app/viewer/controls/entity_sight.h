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

/// Whether one entity sees another over the ground: the node is asked again and again as they move, at most
/// ten times a second, one question at a time. The line is drawn between the places of now.
class EntitySight : public QObject {
    Q_OBJECT

public:
    /// layer: of the entities; null while there is none.
    EntitySight(SessionModel& model, NodeLink& node, FlowView& view, std::function<EntityLayer*()> layer,
                QObject* parent = nullptr);

    void watch(const net::dis::EntityId& from, const net::dis::EntityId& to);
    void stop();
    [[nodiscard]] bool is_watching() const noexcept { return sight_.has_value(); }
    /// One line for the user; empty where nothing is asked.
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
    std::uint64_t generation_ = 0;  ///< answers to questions of earlier ones do not count
    QString answer_;
};

}  // namespace farfield::app
