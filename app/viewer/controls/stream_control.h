#pragma once

#include <QObject>
#include <deque>
#include <optional>
#include <utility>

#include "app/link/list_pages.h"
#include "app/link/program_stream.h"
#include "app/show/frames/stream_plan.h"
#include "app/viewer/controls/session_model.h"
#include "net/message/control_messages.h"

namespace farfield::app {

class FlowView;
class NodeLink;

/// Keeps the node's program in step with the model: opens datasets, starts the stream, sends what changed.
///
/// At most one change is under way; what changes meanwhile is sent in one piece after the answer, the newest
/// wins. A change that the ring has no room for, or that a running stream cannot take over, starts a new
/// stream.
class StreamControl : public QObject {
    Q_OBJECT

public:
    StreamControl(SessionModel& model, NodeLink& link, FlowView& view, QObject* parent = nullptr);

    /// The dataset to open after the first connection; else one is chosen from the list.
    void prefer_dataset(std::string name) { preferred_ = std::move(name); }
    /// velocity: the vector to trace; empty: as the node chooses.
    void open_dataset(const std::string& name, const std::string& velocity = {});
    /// The dataset that the node is opening; empty: none.
    [[nodiscard]] const std::string& opening() const noexcept { return opening_name_; }
    /// Waits no longer for it, nor tries others in its place.
    void cancel_opening();
    /// Closes a dataset that was opened because none was asked for.
    void close_unasked_dataset();
    /// Starts the program anew, from its frame 0.
    void restart();
    /// Lets a paused program compute one more frame.
    void step();

    [[nodiscard]] std::optional<std::uint32_t> stream() const noexcept { return stream_.number(); }
    /// Whether the node should be sending frames.
    [[nodiscard]] bool awaits_frames() const
    {
        return stream_.number() && !ended_ && !model_.playback().paused;
    }
    [[nodiscard]] const StreamPlan& plan() const noexcept { return plan_; }
    /// From the user's last action to the first drawn frame that reflected it.
    [[nodiscard]] std::optional<double> interaction_latency_ms() const noexcept
    {
        return stream_.latency_ms();
    }

Q_SIGNALS:
    void problem(const QString& what);   ///< one line for the user
    void remark(const QString& what);    ///< likewise, where nothing is wrong
    void solved();                       ///< what was asked for last has worked
    void ended(const QString& message);  ///< the program came to its end
    void plan_changed();
    void opening_changed();
    void nothing_comes();  ///< no frame will come, unless something is changed

private:
    /// What the program should be like.
    struct Wanted {
        std::vector<model::Rake> rakes;
        ParticleSettings particles;
        double rate = 0.0;
        net::Policy policy = net::Policy::Latest;
        friend bool operator==(const Wanted&, const Wanted&) = default;
    };

    void listen();
    void take_connection();
    void take_datasets(const ListedPages& list);
    void open_first();
    void open(const std::string& name, const std::string& velocity, bool is_first);
    [[nodiscard]] std::string velocity_shown(const std::string& dataset) const;
    void take_dataset(const net::Json& info, bool keep_settings);
    void set_opening(const std::string& name);
    void drop_stream();
    void start_stream();
    void start_answered(const std::optional<net::RpcError>& error, const net::Json& answer,
                        const Wanted& wanted);
    [[nodiscard]] bool try_larger_slots(const net::RpcError& error);
    void user_acted();
    void follow();
    void send_update(const Wanted& wanted);
    void take_answer(const net::Json& answer, const Wanted& wanted);
    void tell_seeds_outside();
    void follow_pause();
    void program_over(const Link::ProgramEnd& end);

    [[nodiscard]] Wanted wanted() const;
    [[nodiscard]] net::ProgramStart start_call(const Wanted& wanted);
    [[nodiscard]] net::ProgramUpdate update_call(const Wanted& wanted);
    [[nodiscard]] bool wants_particles() const;
    [[nodiscard]] bool needs_new_stream(const Wanted& wanted) const;
    /// A limit that the node named when the session was opened.
    [[nodiscard]] std::uint64_t session_limit(const char* name, std::uint64_t otherwise) const;
    [[nodiscard]] std::uint64_t max_frame_bytes() const;
    /// False, and a problem said, when these rakes have more particles than the node would trace.
    [[nodiscard]] bool within_limits(const Wanted& now);
    /// Where the user did something, its latency is measured.
    [[nodiscard]] std::uint32_t next_interaction()
    {
        return stream_.next_interaction(std::exchange(acted_ns_, 0));
    }
    void report(const std::string& what, const std::exception& error);

    SessionModel& model_;
    NodeLink& link_;
    FlowView& view_;
    std::string preferred_;
    std::deque<std::string> first_choices_;
    ProgramStream stream_;
    bool ended_ = false;  ///< the stream's last frame has been made
    StreamPlan plan_;
    std::uint64_t frame_bytes_asked_ = 0;  ///< by a node that refused a smaller slot
    bool busy_ = false;                    ///< an answer is awaited
    std::optional<Wanted> agreed_;         ///< what the node has taken over
    std::optional<Wanted> refused_;        ///< what it would not; not to be sent again
    bool paused_sent_ = false;
    std::string opening_name_;  ///< empty: none
    std::uint64_t opening_ = 0;
    bool unasked_ = false;        ///< the dataset, or the one being opened, was chosen by nobody
    std::uint64_t acted_ns_ = 0;  ///< of the newest action not yet sent; 0: none
};

}  // namespace farfield::app
