#pragma once

#include <QObject>
#include <QTimer>
#include <memory>

#include "app/link/program_stream.h"
#include "app/show/frames/plain_ring.h"

namespace farfield::app {

class FlowView;
class NodeLink;
class SessionModel;

/// Fetches the tiles of ground that the picture lacks, from the node's program `terrain.tiles`: coarse ones
/// first, some at a time, so that a camera that goes on soon gets those of where it is. What the node
/// refuses for now, such as one stream too many, is asked for again after a while.
class TerrainTiles : public QObject {
    Q_OBJECT

public:
    TerrainTiles(SessionModel& model, NodeLink& link, FlowView& view, QObject* parent = nullptr);

Q_SIGNALS:
    void problem(const QString& what);  ///< one line for the user

private:
    void begin_anew();
    void drop();
    void ask();
    void take();
    void take_answer(const std::optional<net::RpcError>& error);

    SessionModel& model_;
    NodeLink& link_;
    FlowView& view_;
    ProgramStream stream_;
    std::unique_ptr<PlainRing> ring_;
    bool starting_ = false;
    bool refused_ = false;     ///< the node has no such program: the picture does without
    bool told_ = false;        ///< the last refusal; until it is over
    QTimer pause_;             ///< before what was refused is asked for again
    std::size_t awaited_ = 0;  ///< tiles under way
};

}  // namespace farfield::app
