#pragma once

#include <QObject>
#include <memory>
#include <string>

#include "app/plain_ring.h"
#include "app/viewer/program_stream.h"
#include "net/terrain_overlay.h"
#include "render/ground_sheet.h"

namespace farfield::app {

class FlowView;
class NodeLink;
class SessionModel;

/// Files of the node that are laid over the ground: a picture with coordinates, and lines and places.
class GroundCover : public QObject {
    Q_OBJECT

public:
    GroundCover(SessionModel& model, NodeLink& link, FlowView& view, QObject* parent = nullptr);

    /// An empty name takes away what is there.
    void lay_picture(const std::string& file);
    void lay_overlay(const std::string& file);

Q_SIGNALS:
    void problem(const QString& what);  ///< one line for the user

private:
    void take_picture();
    void ask_part(const std::string& file, std::uint32_t part, std::shared_ptr<render::GroundMarks> marks);
    void drop();

    SessionModel& model_;
    NodeLink& link_;
    FlowView& view_;
    ProgramStream stream_;
    std::unique_ptr<PlainRing> ring_;
    std::uint64_t overlays_ = 0;  ///< asked for; parts of earlier ones are not taken
};

}  // namespace farfield::app
