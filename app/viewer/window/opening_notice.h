#pragma once

#include <QObject>
#include <QTimer>
#include <string>

namespace farfield::app {

class Banner;
class FlowView;
class NodeLink;
class StreamControl;
class TerrainControl;

/// Says what the node is opening, and for how long already: in the middle of an empty view, and, once it
/// takes a while, in the banner, where it can be cancelled. Threads: the GUI's.
class OpeningNotice : public QObject {
    Q_OBJECT

public:
    /// Borrows all of them.
    OpeningNotice(NodeLink& link, StreamControl& flows, TerrainControl& terrains, Banner& banner,
                  FlowView& view, QObject* parent = nullptr);

private:
    void follow();
    void show();
    void cancel();
    [[nodiscard]] std::string hint() const;
    /// What is being opened; empty: nothing.
    [[nodiscard]] const std::string& name() const;

    NodeLink& link_;
    StreamControl& flows_;
    TerrainControl& terrains_;
    Banner& banner_;
    FlowView& view_;
    QTimer timer_;
    std::string name_;  ///< that is shown
    std::uint64_t since_ns_ = 0;
};

}  // namespace farfield::app
