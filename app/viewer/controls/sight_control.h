#pragma once

#include <QObject>
#include <memory>
#include <optional>
#include <utility>

#include "app/link/program_stream.h"
#include "app/show/frames/plain_ring.h"
#include "app/viewer/session/session_model.h"
#include "model/calls/terrain_sight.h"
#include "model/calls/viewshed_file.h"
#include "model/programs/terrain_params.h"
#include "render/scene/raster_overlay.h"

namespace farfield::app {

class FlowView;
class NodeLink;

/// Asks the node about sight over the ground as the mouse moves: lines from the clicked place, or
/// viewsheds of the place under the cursor; a click holds a viewshed, another releases it. One question at
/// a time; the next is about the cursor's place at that time.
class SightControl : public QObject {
    Q_OBJECT

public:
    SightControl(SessionModel& model, NodeLink& link, FlowView& view, QObject* parent = nullptr);

    /// Text for the user: the last answer, or a hint.
    [[nodiscard]] const QString& answer() const noexcept { return answer_; }
    /// The viewshed that lies over the ground; nullopt: none.
    [[nodiscard]] const std::optional<model::ViewshedFileCall>& viewshed() const noexcept
    {
        return viewshed_;
    }

    /// Casts the viewshed of a place on the ground, and holds it. eye_height: metres above the ground.
    void hold_viewshed(glm::dvec3 place, double eye_height);

Q_SIGNALS:
    void answered();  ///< answer() or viewshed() has changed

private:
    void take_tool();
    void take_earth();
    [[nodiscard]] std::pair<bool, double> earth() const;
    void hover(std::optional<glm::dvec3> place);
    void click(glm::dvec3 place);
    void ask();
    void ask_line(glm::dvec3 to);
    void ask_viewshed(glm::dvec3 observer);
    void start_viewshed(const model::ViewshedParams& wanted);
    void take_viewshed();
    void forget_viewshed();
    void show_line(glm::dvec3 to, const model::TerrainSightLine& line);
    void say(const QString& answer);
    void drop();

    SessionModel& model_;
    NodeLink& link_;
    FlowView& view_;
    ProgramStream stream_;
    std::unique_ptr<PlainRing> ring_;
    SightTool tool_ = SightTool::None;
    std::optional<glm::dvec3> held_;    ///< start of lines, or observer of the held viewshed
    std::optional<glm::dvec3> cursor_;  ///< over the ground
    std::optional<glm::dvec3> asked_;   ///< place of the present or the last question
    std::pair<bool, double> earth_;     ///< curvature and refraction of the answers
    bool waiting_ = false;
    std::uint64_t asked_ns_ = 0;
    model::ViewshedFileCall viewshed_request_;
    std::optional<model::ViewshedFileCall> viewshed_;
    std::uint64_t generation_ = 0;  ///< answers to questions of earlier generations are ignored
    QString answer_;
};

}  // namespace farfield::app
