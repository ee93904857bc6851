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

/// Lists the node's datasets, tries those that the user or the program chooses before the document names one,
/// and plays the layer of particles that the docks edit.
class StreamControl : public QObject {
    Q_OBJECT

public:
    StreamControl(SessionModel& model, NodeLink& link, ShowControl& show, QObject* parent = nullptr);

    /// Sets the dataset to open after the first connection; else one is chosen from the list. velocity: its
    /// vector to trace; empty: as the node chooses.
    void prefer_dataset(std::string name, std::string velocity = {})
    {
        preferred_ = std::move(name);
        preferred_velocity_ = std::move(velocity);
    }
    /// Opens no dataset after a connection, unless one is preferred.
    void open_only_asked() { opens_only_asked_ = true; }
    /// Leaves the choice of the first dataset after a connection to another part of the program.
    void leave_choice(bool is_left) { is_choice_left_ = is_left; }
    /// Lists again, for datasets that came or went since, and for what the node has learnt about them.
    void list_again();
    /// Opens the first of these that the node can open; reports a problem for each one before it. velocity:
    /// as in prefer_dataset().
    void open_first_of(const std::vector<std::string>& names, const std::string& velocity = {});
    /// velocity: the vector to trace; empty: as the node chooses.
    void open_dataset(const std::string& name, const std::string& velocity = {});
    /// Opens the shown dataset with another vector to trace: its name, or those of its components.
    void choose_velocity(const std::string& velocity);
    /// Opens the shown dataset with a choice of its blocks: numbers from 1; none: all.
    void choose_blocks(const std::vector<std::string>& numbers);
    /// Name of the dataset that the node is opening on trial; empty: none.
    [[nodiscard]] const std::string& opening() const noexcept { return opening_name_; }
    /// Cancels that opening, and the trials of others in its place; the node ends its reading.
    void cancel_opening();
    /// Closes a dataset that was opened without being asked for.
    void close_unasked_dataset();
    /// Starts the program anew, from its frame 0.
    void restart();
    /// Lets a paused program compute one more frame; for a recording alone, or live, shows the next tick.
    void step();
    /// Shows the dataset, or the recorded layers, at another data time. Leading particles begin anew
    /// there. A live clock ignores it.
    void seek(double seconds);
    /// True when the clock is live.
    [[nodiscard]] bool is_live() const;
    void set_live(bool live);
    /// True when a recorded layer is shown.
    [[nodiscard]] bool has_recording() const;

    /// Number of the particles' stream; nullopt while none runs.
    [[nodiscard]] std::optional<std::uint32_t> stream() const;
    /// True when the node should be sending frames.
    [[nodiscard]] bool awaits_frames() const;
    [[nodiscard]] StreamPlan plan() const;
    /// Time from the user's last action to the first drawn frame that reflected it.
    [[nodiscard]] std::optional<double> interaction_latency_ms() const;

Q_SIGNALS:
    void problem(const QString& what);  ///< one line for the user
    void remark(const QString& what);   ///< likewise, without a failure
    void solved();                      ///< the last request has worked
    void opened();  ///< the dataset asked for last is open at the node, and shown in the model
    void ended(const QString& message);  ///< the program ended by itself
    void plan_changed();
    void opening_changed();
    void nothing_comes();  ///< no frame will come without a change

private:
    void listen();
    void take_connection();
    void take_datasets(const ListedPages& list);
    void open_first();
    /// Reason of an opening, and its effect on settings.
    struct Opening {
        bool is_first = false;        ///< one of several candidates: a refused one is passed over
        const char* label = nullptr;  ///< for a change that can be undone
    };
    void open(const std::string& name, const std::string& velocity, const Opening& how);
    [[nodiscard]] std::string velocity_wanted(const std::string& dataset) const;
    [[nodiscard]] bool is_shown(const std::string& dataset) const;
    void take_dataset(const net::Json& info, bool keep_settings, const Opening& how);
    /// Takes the description of the document's dataset once the node has opened it.
    void take_description();
    /// Gives a description to the model and to the document's open data.
    void show(model::DatasetInfo info, bool keep_settings, const char* label);
    void have_opened();
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
    std::optional<std::string> first_velocity_;  ///< for each of those; nullopt: velocity_wanted()
    std::optional<net::Json> without_velocity_;  ///< answer for the first of those, if none has a velocity
    std::string opening_name_;                   ///< empty: none
    std::uint64_t opening_ = 0;      ///< number of the newest opening: answers to earlier ones are ignored
    std::int64_t opening_call_ = 0;  ///< call that opens opening_name_
    bool opens_document_ = false;    ///< a document names the dataset of this connection
    bool opens_only_asked_ = false, is_choice_left_ = false;
    bool unasked_ = false;  ///< this control chose the dataset, open or being opened
};

}  // namespace farfield::app
