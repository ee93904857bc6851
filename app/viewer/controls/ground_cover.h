#pragma once

#include <QObject>
#include <memory>
#include <string>

#include "app/link/program_stream.h"
#include "app/show/frames/plain_ring.h"
#include "model/calls/terrain_overlay.h"
#include "render/scene/ground_sheet.h"

namespace farfield::app {

class FlowView;
class NodeLink;
class SessionModel;

/// Files of the node that are laid over the ground: a picture with coordinates, and lines and places. They
/// stay while the terrain does: where it is opened again, they are asked for again.
class GroundCover : public QObject {
    Q_OBJECT

public:
    GroundCover(SessionModel& model, NodeLink& link, FlowView& view, QObject* parent = nullptr);

    /// An empty name takes away what is there.
    void lay_picture(const std::string& file);
    void lay_overlay(const std::string& file);
    /// What is there, or under way; empty: nothing.
    [[nodiscard]] const std::string& picture() const noexcept { return picture_; }
    [[nodiscard]] const std::string& overlay() const noexcept { return overlay_; }

Q_SIGNALS:
    void changed();                     ///< picture() or overlay()
    void problem(const QString& what);  ///< one line for the user

private:
    void take_terrain(bool same);
    void ask_picture();
    void take_picture();
    void give_up_picture(const QString& why);
    void ask_overlay();
    void ask_part(std::uint32_t part, std::shared_ptr<render::GroundMarks> marks);
    void take_part(const net::Json& answer, std::uint32_t part, std::shared_ptr<render::GroundMarks> marks);
    void tell_of(const std::string& file, const QString& why);
    void drop();

    SessionModel& model_;
    NodeLink& link_;
    FlowView& view_;
    ProgramStream stream_;
    std::unique_ptr<PlainRing> ring_;
    std::string picture_, overlay_;
    std::uint64_t overlays_ = 0;  ///< asked for; parts of earlier ones are not taken
};

}  // namespace farfield::app
