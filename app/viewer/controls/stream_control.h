#pragma once

#include <QObject>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/link/list_pages.h"
#include "app/show/frames/stream_plan.h"
#include "app/viewer/session/session_model.h"
#include "net/message/control_messages.h"

namespace farfield::app {

class NodeLink;
class ShowControl;

/// Lists and opens the node's datasets, and plays the layer of particles that the docks edit.
class StreamControl : public QObject {
    Q_OBJECT

public:
    StreamControl(SessionModel& model, NodeLink& link, ShowControl& show, QObject* parent = nullptr);

    /// The dataset to open after the first connection; else one is chosen from the list. velocity: of it, to
    /// trace; empty: as the node chooses.
    void prefer_dataset(std::string name, std::string velocity = {})
    {
        preferred_ = std::move(name);
        preferred_velocity_ = std::move(velocity);
    }
    /// Without a preferred one none is chosen.
    void open_only_asked() { opens_only_asked_ = true; }
    /// Whether another part chooses what is opened first after a connection.
    void leave_choice(bool is_left) { is_choice_left_ = is_left; }
    /// Datasets that came or went since the last list, and what the node has learnt of them.
    void list_again();
    /// The first of these that the node opens; a problem is reported for each before it. velocity: as
    /// above.
    void open_first_of(const std::vector<std::string>& names, const std::string& velocity = {});
    /// velocity: the vector to trace; empty: as the node chooses.
    void open_dataset(const std::string& name, const std::string& velocity = {});
    /// The dataset that is shown, with another vector to trace: a name, or those of its components.
    void choose_velocity(const std::string& velocity);
    /// The dataset that is shown, with some of its blocks: numbers from 1; none: all.
    void choose_blocks(const std::vector<std::string>& numbers);
    /// The dataset that the node is opening; empty: none.
    [[nodiscard]] const std::string& opening() const noexcept { return opening_name_; }
    /// Waits no longer for it, nor tries others in its place; the node ends its reading.
    void cancel_opening();
    /// Closes a dataset that was opened because none was asked for.
    void close_unasked_dataset();
    /// Starts the program anew, from its frame 0.
    void restart();
    /// Lets a paused program compute one more frame; of a recording alone, or live, shows the next tick.
    void step();
    /// Shows the dataset, or what is recorded, at another data time. Where particles lead, they begin anew
    /// there. A live clock has no other time.
    void seek(double seconds);
    /// Whether the time is that of now.
    [[nodiscard]] bool is_live() const;
    void set_live(bool live);
    /// Whether something is shown that was recorded.
    [[nodiscard]] bool has_recording() const;

    /// Of the particles; nothing while none run.
    [[nodiscard]] std::optional<std::uint32_t> stream() const;
    /// Whether the node should be sending frames.
    [[nodiscard]] bool awaits_frames() const;
    [[nodiscard]] StreamPlan plan() const;
    /// From the user's last action to the first drawn frame that reflected it.
    [[nodiscard]] std::optional<double> interaction_latency_ms() const;

Q_SIGNALS:
    void problem(const QString& what);  ///< one line for the user
    void remark(const QString& what);   ///< likewise, where nothing is wrong
    void solved();                      ///< what was asked for last has worked
    void opened();  ///< the node has, and the model shows, the dataset that was asked for last
    void ended(const QString& message);  ///< the program came to its end
    void plan_changed();
    void opening_changed();
    void nothing_comes();  ///< no frame will come, unless something is changed

private:
    void listen();
    void take_connection();
    void take_datasets(const ListedPages& list);
    void open_first();
    /// How an opening came about.
    struct Opening {
        bool is_first = false;        ///< of several, of which one that is refused is passed over
        bool keeps = false;           ///< the document says how it is shown
        const char* label = nullptr;  ///< of a change that can be undone
    };
    void open(const std::string& name, const std::string& velocity, const Opening& how);
    [[nodiscard]] std::string velocity_wanted(const std::string& dataset) const;
    [[nodiscard]] bool is_shown(const std::string& dataset) const;
    void take_dataset(const net::Json& info, bool keep_settings, const Opening& how);
    void set_opening(const std::string& name);
    void drop_opening();
    [[nodiscard]] bool shows_particles() const;
    void report(const std::string& what, const std::exception& error);
    void report_refused(const std::string& name, const std::exception& error);

    SessionModel& model_;
    NodeLink& link_;
    ShowControl& show_;
    std::string preferred_, preferred_velocity_;
    std::deque<std::string> first_choices_;
    std::optional<std::string> first_velocity_;  ///< of each of those; nothing: velocity_wanted()
    std::optional<net::Json> without_velocity_;  ///< the first of those, opened; where none has a velocity
    std::string opening_name_;                   ///< empty: none
    std::uint64_t opening_ = 0;      ///< tells the answer that is waited for from those that are not any more
    std::int64_t opening_call_ = 0;  ///< while opening_name_ is opened
    bool opens_document_ = false;    ///< the dataset of this connection is a document's
    bool opens_only_asked_ = false, is_choice_left_ = false;
    bool unasked_ = false;  ///< the dataset, or the one being opened, was chosen by this
};

}  // namespace farfield::app
