#include "app/viewer/controls/stream_control.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

#include "app/viewer/controls/node_link.h"
#include "app/viewer/controls/program_calls.h"
#include "app/viewer/view/flow_view.h"
#include "model/fields/json_fields.h"

namespace farfield::app {

namespace {

constexpr std::size_t least_history = 24;  // trails up to this length need no new stream

}  // namespace

StreamControl::StreamControl(SessionModel& model, NodeLink& link, FlowView& view, QObject* parent)
    : QObject(parent), model_(model), link_(link), view_(view), stream_(link.link())
{
    listen();
}

void StreamControl::listen()
{
    connect(&link_, &NodeLink::connected, this, &StreamControl::take_connection);
    connect(&link_, &NodeLink::program_ended, this, &StreamControl::program_over);
    connect(&link_, &NodeLink::state_changed, this, [this] {
        if (link_.state() == NodeLink::State::Connected) return;
        drop_stream();
        set_opening({});
    });
    connect(&view_, &FlowView::slots_freed, this, [this] { link_.slots_released(); });
    connect(&view_, &FlowView::frame_shown, this, [this](const ShownFrame& frame) {
        stream_.shown(frame.info.header.interaction, frame.shown_ns);
    });
    connect(&model_, &SessionModel::rakes_changed, this, &StreamControl::user_acted);
    connect(&model_, &SessionModel::particles_changed, this, &StreamControl::user_acted);
    connect(&model_, &SessionModel::playback_changed, this, &StreamControl::follow);
    connect(&model_, &SessionModel::colour_changed, this, &StreamControl::follow);
}

void StreamControl::report(const std::string& what, const std::exception& error)
{
    Q_EMIT problem(QString::fromStdString(what + ": " + error.what()));
}

void StreamControl::take_connection()
{
    drop_stream();
    call_pages(link_.link(), "dataset.list", [this](const auto& error, const ListedPages& list) {
        if (error) return report("cannot list the node's datasets", *error);
        take_datasets(list);
    });
}

void StreamControl::take_datasets(const ListedPages& list)
{
    try {
        std::vector<net::DatasetEntry> datasets;
        for (const net::Json& page : list.pages)
            std::ranges::move(model::read_answer<model::DatasetList>(page).datasets,
                              std::back_inserter(datasets));
        model_.set_datasets(std::move(datasets));
    } catch (const std::runtime_error& fault) {
        return report("cannot read the node's list of datasets", fault);
    }
    if (model_.datasets().empty()) {
        Q_EMIT problem(tr("The node has no dataset to show."));
        Q_EMIT nothing_comes();
        return;
    }
    if (!list.complete)
        Q_EMIT remark(tr("The node does not list all of its datasets; --dataset NAME opens others."));
    const auto open = model_.dataset() ? model_.dataset()->dataset : std::string();
    const auto choices = first_choices(model_.datasets(), open, preferred_);
    first_choices_.assign(choices.begin(), choices.end());
    open_first();
}

/// Nobody asked for just this one: where the node refuses it, the next is tried.
void StreamControl::open_first()
{
    if (first_choices_.empty()) return Q_EMIT nothing_comes();
    const auto name = std::move(first_choices_.front());
    first_choices_.pop_front();
    open(name, velocity_shown(name), true);
    unasked_ = unasked_ || (name != preferred_ && !model_.dataset());
}

void StreamControl::close_unasked_dataset()
{
    if (!unasked_) return;
    ++opening_;
    set_opening({});
    drop_stream();
    view_.forget_frames();
    model_.clear_dataset();
}

void StreamControl::open_dataset(const std::string& name, const std::string& velocity)
{
    unasked_ = false;
    open(name, velocity, false);
}

void StreamControl::cancel_opening()
{
    if (opening_name_.empty()) return;
    ++opening_;
    first_choices_.clear();
    set_opening({});
    Q_EMIT model_.datasets_changed();  // the list shows again what is open
}

void StreamControl::set_opening(const std::string& name)
{
    if (std::exchange(opening_name_, name) != name) Q_EMIT opening_changed();
}

/// Of a dataset that is shown already, what it is shown with.
std::string StreamControl::velocity_shown(const std::string& dataset) const
{
    return model_.dataset() && model_.dataset()->dataset == dataset ? model_.dataset()->velocity : "";
}

void StreamControl::open(const std::string& name, const std::string& velocity, bool is_first)
{
    set_opening(name);
    const bool keep_settings = model_.dataset() && model_.dataset()->dataset == name;
    net::Json call{{"dataset", name}};
    if (!velocity.empty()) call["velocity"] = velocity;
    link_.call("dataset.open", call,
               [this, name, is_first, keep_settings, opening = ++opening_](const auto& error,
                                                                           const net::Json& result) {
                   if (opening != opening_) return;
                   set_opening({});
                   if (!error) return take_dataset(result, keep_settings);
                   report("cannot open '" + name + "'", *error);
                   Q_EMIT model_.datasets_changed();  // the list shows again what is open
                   if (is_first) open_first();
               });
}

void StreamControl::take_dataset(const net::Json& info, bool keep_settings)
{
    try {
        auto dataset = model::read_answer<model::DatasetInfo>(info);
        drop_stream();
        if (!keep_settings) view_.forget_frames();
        const auto velocity_before = velocity_shown(dataset.dataset);
        busy_ = true;  // the model announces its parts one by one; we act once
        model_.set_dataset(std::move(dataset), keep_settings);
        if (keep_settings && model_.dataset()->velocity != velocity_before) model_.take_suggested_steps();
        busy_ = false;
        acted_ns_ = 0;
    } catch (const std::runtime_error& fault) {
        return report("cannot read what the node says of the dataset", fault);
    }
    Q_EMIT solved();
    start_stream();
}

void StreamControl::drop_stream()
{
    busy_ = ended_ = false;
    agreed_.reset();
    refused_.reset();
    if (!stream_.number()) return stream_.drop();
    stream_.drop();
    model_.set_program(std::nullopt);
}

StreamControl::Wanted StreamControl::wanted() const
{
    return {model_.rakes(), model_.particles(), model_.playback().rate, model_.playback().policy};
}

std::uint64_t StreamControl::session_limit(const char* name, std::uint64_t otherwise) const
{
    const auto session = link_.session();
    const auto limits = session.is_object() ? session.find("limits") : session.end();
    return limits == session.end() ? otherwise : model::number_or(*limits, name, otherwise);
}

std::uint64_t StreamControl::max_frame_bytes() const
{
    return session_limit("max_frame_bytes", max_ring_bytes);
}

/// Said here, since the node is asked only when there is room for its frames.
bool StreamControl::within_limits(const Wanted& now)
{
    const auto asked = model_.particle_count();
    const auto most = session_limit("max_particles", std::numeric_limits<std::uint64_t>::max());
    if (!model_.editable() || asked <= most) return true;
    refused_ = now;
    report("cannot trace so many", net::limit_error("max_particles", most, asked));
    return false;
}

net::ProgramStart StreamControl::start_call(const Wanted& wanted)
{
    net::ProgramStart start;
    start.dataset = model_.dataset()->dataset;
    start.velocity = model_.dataset()->velocity;
    start.policy = wanted.policy;
    start.slot_bytes = plan_.slot_bytes;
    start.rate = wanted.rate;
    start.interaction = next_interaction();
    start.paused = model_.playback().paused;
    if (model_.editable()) start.params = model::write(particle_params(wanted.rakes, wanted.particles));
    return start;
}

void StreamControl::start_stream()
{
    if (link_.state() != NodeLink::State::Connected || !model_.dataset()) return;
    if (!wants_particles()) {
        view_.forget_frames();
        return Q_EMIT nothing_comes();
    }
    const auto asked = wanted();
    const auto frame_bytes =
        std::max(bytes_of_frame(model_.particle_count()), std::exchange(frame_bytes_asked_, 0));
    plan_ = plan_stream(frame_bytes, std::max<std::size_t>(least_history, model_.colour().trail_frames),
                        max_frame_bytes());
    Q_EMIT plan_changed();
    net::FrameRing* ring = nullptr;
    try {
        ring = &view_.open_stream(
            {.slot_bytes = plan_.slot_bytes, .history = plan_.history, .ahead = plan_.ahead});
    } catch (const std::exception& fault) {
        refused_ = asked;
        Q_EMIT problem(tr("cannot make room for the frames: %1").arg(QString::fromUtf8(fault.what())));
        return;
    }
    const auto start = start_call(asked);
    busy_ = true;
    paused_sent_ = start.paused;
    stream_.start(
        start, *ring, [this] { view_.frame_arrived(); },
        [this, asked](const auto& error, const net::Json& answer) { start_answered(error, answer, asked); });
}

void StreamControl::start_answered(const std::optional<net::RpcError>& error, const net::Json& answer,
                                   const Wanted& asked)
{
    busy_ = false;
    if (error) {
        if (try_larger_slots(*error)) return;
        report("cannot start the particles", *error);
        refused_ = asked;
        return;
    }
    if (paused_sent_) step();  // one frame to look at
    take_answer(answer, asked);
}

/// A recording's frames are as large as they are: true when we ask again, with room for them.
bool StreamControl::try_larger_slots(const net::RpcError& error)
{
    if (error.code != net::RpcCode::LimitExceeded || model::text_or(error.data, "limit", "") != "slot_bytes")
        return false;
    const auto bytes = model::number_or(error.data, "asked", 0);
    if (bytes <= plan_.slot_bytes || bytes > max_frame_bytes()) return false;
    frame_bytes_asked_ = bytes;
    start_stream();
    return true;
}

void StreamControl::take_answer(const net::Json& answer, const Wanted& asked)
{
    agreed_ = asked;
    refused_.reset();
    try {
        model_.set_program(model::read_answer<net::ProgramState>(answer));
    } catch (const std::runtime_error& fault) {
        return report("cannot read what the node says of its program", fault);
    }
    Q_EMIT solved();
    tell_seeds_outside();
    follow();
}

void StreamControl::tell_seeds_outside()
{
    const auto outside = model_.program()->seeds_outside;
    if (outside == 0) return;
    std::uint64_t seeds = 0;
    for (const auto& rake : model_.rakes()) seeds += rake.seeds();
    Q_EMIT problem(tr("%1 of %2 seeds lie outside the domain: they release no particles.")
                       .arg(qulonglong{outside})
                       .arg(qulonglong{seeds}));
}

void StreamControl::user_acted()
{
    acted_ns_ = net::now_ns();
    follow();
}

bool StreamControl::wants_particles() const
{
    return model_.colour().particles_shown && (!model_.rakes().empty() || !model_.editable());
}

bool StreamControl::needs_new_stream(const Wanted& now) const
{
    if (ended_ || now.policy != agreed_->policy) return true;
    if (model_.editable() && bytes_of_frame(model_.particle_count()) > plan_.slot_bytes) return true;
    return model_.colour().trail_frames > plan_.history && !plan_.history_cut;
}

void StreamControl::follow()
{
    if (busy_ || link_.state() != NodeLink::State::Connected || !model_.dataset()) return;
    const auto now = wanted();
    if (stream_.number() && agreed_) follow_pause();
    if (now == refused_ || !within_limits(now)) return;
    if ((!stream_.number() || !agreed_) && wants_particles()) return start_stream();
    if (!wants_particles()) {
        drop_stream();
        return view_.forget_frames();
    }
    const bool changed = now != agreed_;
    if ((changed || !ended_) && needs_new_stream(now)) return restart();
    if (changed) send_update(now);
}

net::ProgramUpdate StreamControl::update_call(const Wanted& now)
{
    net::ProgramUpdate update;
    update.interaction = next_interaction();
    view_.expect_interaction(update.interaction);
    if (now.rate != agreed_->rate) update.rate = now.rate;
    if (model_.editable())
        update.params = *model::difference(particle_params(agreed_->rakes, agreed_->particles),
                                           particle_params(now.rakes, now.particles));
    return update;
}

void StreamControl::send_update(const Wanted& now)
{
    busy_ = true;
    stream_.update(update_call(now), [this, now](const auto& error, const net::Json& answer) {
        busy_ = false;
        if (error) {
            report("the node refused the change", *error);
            view_.expect_interaction(0);
            refused_ = now;
            return follow();
        }
        if (model_.playback().paused) step();  // or the change would not be seen
        take_answer(answer, now);
    });
}

void StreamControl::follow_pause()
{
    const bool paused = model_.playback().paused;
    if (ended_ || paused == paused_sent_) return;
    paused_sent_ = paused;
    stream_.call(paused ? "program.pause" : "program.resume", [this](const auto& error, const auto&) {
        if (error) report("cannot pause or resume", *error);
    });
}

void StreamControl::restart()
{
    drop_stream();
    start_stream();
}

void StreamControl::step()
{
    if (!stream_.number() || ended_ || !model_.playback().paused) return;
    stream_.call("program.step", [this](const auto& error, const auto&) {
        if (error) report("cannot step", *error);
    });
}

/// The ring stays with the client: the last frames may still be on their way.
void StreamControl::program_over(const Link::ProgramEnd& end)
{
    if (stream_.number() != end.stream) return;
    const QString message = QString::fromStdString(end.message);
    ended_ = true;
    busy_ = false;
    if (end.failed)
        Q_EMIT problem(tr("The program failed: %1").arg(message));
    else
        Q_EMIT ended(message);
}

}  // namespace farfield::app
