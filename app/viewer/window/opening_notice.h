#pragma once

#include <QObject>
#include <QTimer>
#include <optional>
#include <string>

#include "model/calls/opening.h"

namespace farfield::app {

class Banner;
class FlowView;
class NodeLink;
class ShowControl;
class StreamControl;
class TerrainControl;

/// Says what the node is opening, and for how long already: in the middle of an empty view, and, once it
/// takes a while, in the banner, where it can be cancelled. Of a view without entities says why it has none.
/// Threads: the GUI's.
class OpeningNotice : public QObject {
    Q_OBJECT

public:
    /// Borrows all of them.
    OpeningNotice(NodeLink& link, const ShowControl& show, StreamControl& flows, TerrainControl& terrains,
                  Banner& banner, FlowView& view, QObject* parent = nullptr);

    /// Something else has changed that the view's hint speaks of: layers of entities, or their relay.
    void follow();

private:
    void show();
    void take(const model::OpeningProgress& progress);
    [[nodiscard]] QString words(double seconds) const;
    [[nodiscard]] QString stage() const;
    void cancel();
    [[nodiscard]] std::string hint() const;
    /// What is being opened; empty: nothing.
    [[nodiscard]] const std::string& name() const;

    NodeLink& link_;
    const ShowControl& show_;
    StreamControl& flows_;
    TerrainControl& terrains_;
    Banner& banner_;
    FlowView& view_;
    QTimer timer_;
    std::string name_;                                ///< that is shown
    std::optional<model::OpeningProgress> progress_;  ///< of it
    std::uint64_t since_ns_ = 0;
};

}  // namespace farfield::app
