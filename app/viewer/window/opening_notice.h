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

/// Shows the name of the data being opened, and the time spent so far: in the middle of an empty view and,
/// after a while, in the banner, with a button to cancel. In a view without entities it shows the reason.
/// Threads: the GUI's.
class OpeningNotice : public QObject {
    Q_OBJECT

public:
    /// Borrows all arguments.
    OpeningNotice(NodeLink& link, ShowControl& show, StreamControl& flows, TerrainControl& terrains,
                  Banner& banner, FlowView& view, QObject* parent = nullptr);

    /// Follows other changes that the view's hint depends on: layers of entities, or their relay.
    void follow();

private:
    void show();
    void take(const model::OpeningProgress& progress);
    [[nodiscard]] QString words(double seconds) const;
    [[nodiscard]] QString stage() const;
    void cancel();
    [[nodiscard]] std::string hint() const;
    /// Name of the data being opened; empty: none.
    [[nodiscard]] std::string name() const;

    NodeLink& link_;
    ShowControl& show_;
    StreamControl& flows_;
    TerrainControl& terrains_;
    Banner& banner_;
    FlowView& view_;
    QTimer timer_;
    std::string name_;                                ///< shown name
    std::optional<model::OpeningProgress> progress_;  ///< of that opening
    std::uint64_t since_ns_ = 0;
};

}  // namespace farfield::app
