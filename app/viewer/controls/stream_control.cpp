#include "app/viewer/controls/stream_control.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "app/layers/particle_layer.h"
#include "app/viewer/controls/show_control.h"
#include "app/viewer/session/chosen_time.h"
#include "app/viewer/session/first_choices.h"
#include "app/viewer/session/node_link.h"
#include "model/data/block_names.h"
#include "model/data/dataset_info.h"
#include "model/programs/program_answer.h"

namespace farfield::app {

namespace {

/// Entries of all pages. Throws model::FieldError for a malformed page.
std::vector<model::DatasetEntry> entries_in(const ListedPages& list)
{
    std::vector<model::DatasetEntry> entries;
    for (const net::Json& page : list.pages)
        std::ranges::move(model::read_answer<model::DatasetList>(page).datasets, std::back_inserter(entries));
    return entries;
}

}  // namespace

StreamControl::StreamControl(SessionModel& model, NodeLink& link, ShowControl& show, QObject* parent)
    : QObject(parent), model_(model), link_(link), show_(show)
{
    listen();
}

void StreamControl::listen()
{
    connect(&link_, &NodeLink::connected, this, &StreamControl::take_connection);
    connect(&link_, &NodeLink::state_changed, this, [this] {
        if (link_.state() != NodeLink::State::Connected) set_opening({});
    });
    connect(&show_, &ShowControl::problem, this, [this](const QString& what, const QString& kind) {
        if (kind != QStringLiteral("terrain")) Q_EMIT problem(what);
    });
    connect(&show_, &ShowControl::solved, this, &StreamControl::solved);
    connect(&show_, &ShowControl::ended, this, &StreamControl::ended);
    connect(&show_, &ShowControl::answered, this, &StreamControl::plan_changed);
    connect(&show_, &ShowControl::described, this, &StreamControl::take_description);
    connect(&show_, &ShowControl::refused, this, [this] {
        Q_EMIT model_.datasets_changed();  // the list selects the open dataset again
    });
}

void StreamControl::report(const std::string& what, const std::exception& error)
{
    Q_EMIT problem(QString::fromStdString(what + ": " + error.what()));
}

/// Reports a refusal; adds the dataset's name unless the reason has it already.
void StreamControl::report_refused(const std::string& name, const std::exception& error)
{
    const std::string why = error.what(), plain = "'" + model::split_blocks(name).dataset + "'";
    if (why.find(plain) != std::string::npos) return Q_EMIT problem(QString::fromStdString(why));
    report("cannot open '" + name + "'", error);
}

void StreamControl::take_connection()
{
    // The document of a joined session is on its way, and names the data to show.
    const bool is_joined = model::number_or(link_.session(), "version", 0) > 0;
    const bool is_named = model_.document().data.contains(model_.edited().flow);
    opens_document_ = is_joined || (is_named && !model_.dataset());
    call_pages(link_.link(), "dataset.list", [this](const auto& error, const ListedPages& list) {
        if (error) return report("cannot list the node's datasets", *error);
        take_datasets(list);
    });
}

void StreamControl::list_again()
{
    call_pages(link_.link(), "dataset.list", [this](const auto& error, const ListedPages& list) {
        if (error) return;  // the list so far stays, which was true a while ago
        try {
            std::vector<model::DatasetEntry> datasets = entries_in(list);
            if (datasets != model_.datasets()) model_.set_datasets(std::move(datasets));
        } catch (const std::runtime_error& fault) {
            report("cannot read the node's list of datasets", fault);
        }
    });
}

void StreamControl::take_datasets(const ListedPages& list)
{
    try {
        model_.set_datasets(entries_in(list));
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
    if (opens_document_ || is_choice_left_) return;  // a document, or another part, names the data to show
    if (opens_only_asked_ && preferred_.empty() && open.empty()) return;
    const auto choices = first_choices(model_.datasets(), open, preferred_);
    if (!open.empty() && choices.front() == open) return;  // which is opened again as the document's
    first_choices_.assign(choices.begin(), choices.end());
    first_velocity_.reset();
    without_velocity_.reset();
    open_first();
}

/// Opens the next candidate that the user did not name. A refusal, or a lack of velocity, leads to the next.
void StreamControl::open_first()
{
    const bool is_last = first_choices_.empty() || first_choices_.front().starts_with("analytic:");
    if (without_velocity_ && is_last) {
        const net::Json answer = *std::exchange(without_velocity_, std::nullopt);
        return take_dataset(answer, is_shown(model::text_or(answer, "dataset", "")), {.is_first = true});
    }
    if (first_choices_.empty()) return Q_EMIT nothing_comes();
    const auto name = std::move(first_choices_.front());
    first_choices_.pop_front();
    open(name, first_velocity_.value_or(velocity_wanted(name)), {.is_first = true});
    unasked_ = unasked_ || (name != preferred_ && !model_.dataset());
}

void StreamControl::open_first_of(const std::vector<std::string>& names, const std::string& velocity)
{
    first_choices_.assign(names.begin(), names.end());
    first_velocity_ = velocity;  // the shown data may be another file of this name
    without_velocity_.reset();
    unasked_ = false;
    prefer_dataset(names.front(), velocity);
    open_first();
}

void StreamControl::close_unasked_dataset()
{
    if (!unasked_) return;
    drop_opening();
    model_.clear_dataset();
}

void StreamControl::open_dataset(const std::string& name, const std::string& velocity)
{
    unasked_ = false;
    open(name, velocity, {});
}

void StreamControl::choose_velocity(const std::string& velocity)
{
    unasked_ = false;
    if (model_.dataset()) open(model_.dataset()->dataset, velocity, {.label = "Velocity"});
}

void StreamControl::choose_blocks(const std::vector<std::string>& numbers)
{
    unasked_ = false;
    if (!model_.dataset()) return;
    const auto& shown = *model_.dataset();
    const bool has_blocks = !shown.blocks.empty();
    const auto plain = has_blocks ? model::split_blocks(shown.dataset).dataset : shown.dataset;
    open(model::with_blocks(plain, numbers), shown.velocity_name(), {.label = "Blocks"});
}

void StreamControl::cancel_opening()
{
    if (opening_name_.empty()) return;
    first_choices_.clear();
    without_velocity_.reset();
    drop_opening();
    Q_EMIT model_.datasets_changed();  // the list selects the open dataset again
}

void StreamControl::drop_opening()
{
    ++opening_;
    if (!opening_name_.empty()) link_.cancel(opening_call_);
    set_opening({});
}

void StreamControl::set_opening(const std::string& name)
{
    if (std::exchange(opening_name_, name) != name) Q_EMIT opening_changed();
}

/// Vector to trace: for the open dataset its present one, else the preferred one.
std::string StreamControl::velocity_wanted(const std::string& dataset) const
{
    const bool is_open = model_.dataset() && model_.dataset()->dataset == dataset;
    return is_open ? model_.dataset()->velocity_name() : preferred_velocity_;
}

/// True for the open dataset, with these blocks or others.
bool StreamControl::is_shown(const std::string& dataset) const
{
    return model_.dataset() &&
           model::split_blocks(model_.dataset()->dataset).dataset == model::split_blocks(dataset).dataset;
}

void StreamControl::open(const std::string& name, const std::string& velocity, const Opening& how)
{
    if (link_.state() == NodeLink::State::Idle) return;
    // Another one that is still being read would delay this one.
    if (!opening_name_.empty()) link_.cancel(opening_call_);
    set_opening(name);
    const bool keep_settings = is_shown(name);
    net::Json call{{"dataset", name}};
    if (!velocity.empty()) call["velocity"] = velocity;
    opening_call_ = link_.call(
        "dataset.open", call,
        [this, name, how, keep_settings, opening = ++opening_](const auto& error, const net::Json& result) {
            if (opening != opening_) return;
            set_opening({});
            const bool has_velocity = !error && result.contains("velocity") && !result["velocity"].is_null();
            if (!error && how.is_first && !has_velocity) {
                if (!without_velocity_) without_velocity_ = result;
                return open_first();
            }
            if (!error) return take_dataset(result, keep_settings, how);
            report_refused(name, *error);
            Q_EMIT model_.datasets_changed();  // the list selects the open dataset again
            if (how.is_first) open_first();
        });
}

void StreamControl::take_dataset(const net::Json& info, bool keep_settings, const Opening& how)
{
    try {
        auto dataset = model::read_answer<model::DatasetInfo>(info);
        const bool is_same = is_shown(dataset.dataset);
        const auto velocity_before = is_same ? model_.dataset()->velocity_name() : std::string();
        const bool is_other_part = is_same && model_.dataset()->dataset != dataset.dataset &&
                                   model_.rakes() == model_.dataset()->suggested.rakes;
        // A dataset that gets its first velocity is shown like one just opened.
        const bool begins_flow = is_same && velocity_before.empty() && !dataset.velocity_name().empty();
        keep_settings = keep_settings && !begins_flow;
        model_.begin_gesture();
        show(std::move(dataset), keep_settings, how.label);
        if (keep_settings && is_same && model_.dataset()->velocity_name() != velocity_before)
            model_.take_suggested_steps();
        if (keep_settings && is_other_part) model_.take_suggested_rakes();
        model_.end_gesture();
        (void)model_.take_action();  // its time is not measured
    } catch (const std::runtime_error& fault) {
        return report("cannot read what the node says of the dataset", fault);
    }
    have_opened();
}

void StreamControl::take_description()
{
    const OpenData* open = show_.data(model_.edited().flow);
    if (open == nullptr || !open->dataset || model_.dataset() == open->dataset) return;
    show(*open->dataset, true, nullptr);
    (void)model_.take_action();  // its time is not measured
    have_opened();
}

void StreamControl::show(model::DatasetInfo info, bool keep_settings, const char* label)
{
    const std::string& id = model_.edited().flow;
    const auto named = model_.document().data.find(id);
    auto source = named == model_.document().data.end() ? model::DataSource{} : named->second;
    source.kind = model::DataKind::Dataset;
    source.name = info.dataset;
    source.velocity = info.velocity_name();
    show_.data().adopt(id, source, info);
    model_.set_dataset(std::move(info), keep_settings, label);
}

void StreamControl::have_opened()
{
    Q_EMIT opened();
    Q_EMIT solved();
    if (model_.editable() && !shows_particles()) Q_EMIT nothing_comes();
}

bool StreamControl::shows_particles() const
{
    return model_.shows(model_.edited().particles) && !model_.rakes().empty();
}

std::optional<std::uint32_t> StreamControl::stream() const
{
    const ProgramDriver* driver = show_.particles();
    return driver == nullptr ? std::nullopt : driver->stream();
}

bool StreamControl::awaits_frames() const
{
    const ProgramDriver* driver = show_.particles();
    return driver != nullptr && driver->stream() && !driver->has_ended() && !model_.is_paused();
}

StreamPlan StreamControl::plan() const
{
    const auto* layer = dynamic_cast<const ParticleLayer*>(show_.layers().find(model_.edited().particles));
    return layer == nullptr ? StreamPlan{} : layer->frames().plan();
}

std::optional<double> StreamControl::interaction_latency_ms() const
{
    const ProgramDriver* driver = show_.particles();
    return driver == nullptr ? std::nullopt : driver->latency_ms();
}

void StreamControl::restart()
{
    show_.layers().clock().seek(model_.document().clock.start);
    show_.layers().begin_live();
    if (ProgramDriver* driver = show_.particles()) driver->restart();
    show_.redraw();
}

bool StreamControl::has_recording() const
{
    return show_.layers().clock().recorded_seconds().has_value();
}

bool StreamControl::is_live() const
{
    return model_.document().clock.live;
}

void StreamControl::set_live(bool live)
{
    auto document = model_.document();
    document.clock.live = live;
    model_.change_document("Live", document);
}

void StreamControl::seek(double seconds)
{
    const auto& moment = show_.layers().moment();
    if (is_live()) return;
    if (moment && !moment->is_led) {
        show_.layers().clock().seek(seconds);
        return show_.redraw();
    }
    auto document = model_.document();
    if (model_.dataset() && model_.dataset()->time_span)
        document = with_time(std::move(document), model_.edited().flow, seconds);
    else
        document.clock.start = seconds;
    model_.change_document("Time", document);
    restart();
}

void StreamControl::step()
{
    ProgramDriver* driver = show_.particles();
    if (driver != nullptr) driver->step();
    if (driver == nullptr || is_live()) show_.layers().clock().step();
    show_.redraw();
}

}  // namespace farfield::app
