#pragma once

#include <QObject>
#include <optional>

#include "app/link/program_stream.h"
#include "app/viewer/controls/session_model.h"
#include "net/message/control_messages.h"

namespace farfield::app {

class FlowView;
class NodeLink;

/// Keeps the node's program `lines` in step with the model: it runs while lines are wanted, and answers anew
/// whenever rakes or settings change. A change goes out at once, also while the node still computes for the
/// last one: it drops that.
class LineControl : public QObject {
    Q_OBJECT

public:
    LineControl(SessionModel& model, NodeLink& link, FlowView& view, QObject* parent = nullptr);

    /// From the user's last action to the picture with all lines that reflect it.
    [[nodiscard]] std::optional<double> latency_ms() const noexcept { return stream_.latency_ms(); }

Q_SIGNALS:
    void problem(const QString& what);  ///< one line for the user

private:
    /// Parts of an answer, coarse first, and the memory that one may take.
    struct Room {
        std::uint32_t parts = 0;
        std::uint64_t slot_bytes = 0;
    };

    void follow();
    void start(const model::LineParams& wanted);
    void started(const std::optional<net::RpcError>& error);
    void update(const model::LineParams& wanted);
    void drop();
    void refused(const net::RpcError& error, const model::LineParams& wanted);
    [[nodiscard]] model::LineParams wanted() const;

    SessionModel& model_;
    NodeLink& link_;
    FlowView& view_;
    Room room_{};
    ProgramStream stream_;
    bool starting_ = false;
    std::optional<model::LineParams> sent_;     ///< what the node was asked last
    std::optional<model::LineParams> refused_;  ///< what it would not; not to be sent again
};

}  // namespace farfield::app
