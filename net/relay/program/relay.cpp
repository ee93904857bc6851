#include "net/relay/program/relay.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fmt/format.h>
#include <stdexcept>
#include <utility>

#include "model/fields/json_fields.h"
#include "net/message/clock.h"
#include "net/relay/program/entity_report.h"
#include "net/relay/program/files/played_content.h"

namespace farfield::net::relay {
namespace {

constexpr std::uint64_t tick_ns = 5 * ns_per_ms;
/// Longer interval without subscribers, when received messages are only counted.
constexpr std::uint64_t idle_tick_ns = 100 * ns_per_ms;
/// Interval at which interfaces and silences of inputs are checked.
constexpr std::uint64_t look_ns = 250 * ns_per_ms;
/// Messages that are taken at once while others wait for the core.
constexpr std::size_t most_taken_at_once = 256;
constexpr std::uint64_t warning_interval_ns = ns_per_second;

CoreSettings core_settings(const RelaySettings& settings)
{
    CoreSettings core = settings.core;
    core.number_before = now_ns();
    if (!settings.hosts.empty())
        core.hosts = HostPathSettings{.payload_bytes = settings.mtu_bytes - header_bytes,
                                      .link_bytes_per_second = settings.link_bytes_per_second};
    return core;
}

JsonEntitiesSettings json_settings(const RelaySettings& settings)
{
    return {.site = settings.json_site,
            .max_entities = settings.core.max_entities,
            .times = settings.core.entity_times};
}

/// The configured inputs, then the peers in the form of inputs.
std::vector<std::string> inputs_of(const RelaySettings& settings)
{
    std::vector<std::string> inputs = settings.inputs;
    for (const std::string& peer : settings.peers) inputs.push_back("peer:" + peer);
    return inputs;
}

/// Throws std::runtime_error when a recording that is an input would be overwritten.
void check_recording(const RelaySettings& settings)
{
    if (!settings.record) return;
    for (const std::string& input : settings.inputs) {
        const InputSpec spec = parse_input_spec(input);
        const auto* const file = std::get_if<FileSpec>(&spec);
        std::error_code none;
        if (file != nullptr && std::filesystem::equivalent(file->file, settings.record->file, none))
            throw std::runtime_error(fmt::format("cannot record to '{}': it is the input '{}'",
                                                 settings.record->file.string(), input));
    }
}

/// Throws std::runtime_error when there is no room even for the relay's own subscribers.
void check_subscribers(const RelaySettings& settings)
{
    const std::size_t own = settings.outputs.size() + (settings.record ? 1 : 0);
    if (own <= settings.core.max_subscribers) return;
    throw std::runtime_error(
        fmt::format("--max-subscribers {}: expected at least {}, one for each of {} outputs{}",
                    settings.core.max_subscribers, own, settings.outputs.size(),
                    settings.record ? " and one for the recording" : ""));
}

}  // namespace

Relay::Relay(const RelaySettings& settings)
    : id_{settings.core.bundles.relay},
      warn_{settings.warn ? settings.warn : [](const std::string& /*text*/) {}},
      admission_{settings.admission},
      core_{core_settings(settings)},
      publishers_{id_,
                  [this](const Message& message) {
                      return !outputs_.open().empty() && outputs_.comes_back(message);
                  }},
      json_entities_{json_settings(settings)},
      shards_{settings.shards,
              [kinds = Inputs::kinds_of(inputs_of(settings))](std::uint32_t input,
                                                              std::span<const std::byte> bytes) {
                  return verdict_of(kinds[input], bytes);
              },
              [this] { wake_thread(); }},
      lines_{sink_of_lines(), settings.is_json_token},
      inputs_{inputs_of(settings), shards_, lines_},
      outputs_{settings.outputs, inputs_.list(), settings.mtu_bytes, json_settings(settings)},
      clock_{inputs_of(settings)},
      hosts_{settings.hosts.empty() ? nullptr
                                    : std::make_unique<HostPath>(settings.hosts, settings.mtu_bytes)}
{
    check_subscribers(settings);
    check_recording(settings);
    // Recorded from the first message on.
    if (settings.record)
        recorder_ = std::make_unique<RelayRecorder>(*this, settings.record->file, settings.record->failed);
    start_outputs();
    start_hosts();
    add_peers(settings);
    lines_.start();
    thread_ = std::thread([this] { run(); });
    // If the system has no threads for these, the program ends.
    if (settings.plays_at_once) play();
    for (const auto& link : links_) link->start();
}

void Relay::play()
{
    const std::lock_guard lock(mutex_);
    inputs_.play([this](std::uint32_t input) { return calls_of(input); });
}

LineSink Relay::sink_of_lines()
{
    const auto take = [this](const JsonEntity& line, std::uint32_t input, std::uint64_t sender) {
        const std::lock_guard lock(mutex_);
        return take_entity(line, {.input = static_cast<std::uint8_t>(input), .sender = sender});
    };
    return {.take = take, .taken = [this] { wake_thread(); }, .warn = warn_};
}

Relay::~Relay()
{
    for (const auto& link : links_) link->stop();
    inputs_.stop_playing();  // their threads use members declared after the inputs
    recorder_.reset();
    is_stopping_ = true;
    wake_thread();
    thread_.join();
}

std::uint64_t Relay::now()
{
    last_now_ns_ = std::max(last_now_ns_, now_ns());
    return last_now_ns_;
}

std::uint32_t Relay::subscribe(const SubscriberSettings& settings)
{
    const std::lock_guard lock(mutex_);
    return add_subscriber(settings);
}

std::uint32_t Relay::add_subscriber(const SubscriberSettings& settings)
{
    const std::uint32_t subscriber = core_.add_subscriber(settings, now());
    try {
        inputs_.use(settings.params);
    } catch (...) {
        core_.remove_subscriber(subscriber);
        throw;
    }
    listeners_[subscriber] = {};
    has_new_interest_ = true;
    return subscriber;
}

void Relay::listen(std::uint32_t subscriber, std::function<void()> wake)
{
    {
        const std::lock_guard lock(mutex_);
        listeners_.at(subscriber).wake = std::move(wake);
    }
    wake_thread();
}

void Relay::update(std::uint32_t subscriber, const model::EntitiesParams& before,
                   const model::EntitiesParams& params)
{
    const std::lock_guard lock(mutex_);
    inputs_.use(params);
    inputs_.release(before);
    core_.update_subscriber(subscriber, params);
    has_new_interest_ = true;
}

void Relay::unsubscribe(std::uint32_t subscriber, const model::EntitiesParams& params)
{
    const std::lock_guard lock(mutex_);
    listeners_.erase(subscriber);
    publishers_.remove(subscriber);
    accepted_.erase(subscriber);
    has_new_interest_ = true;
    core_.remove_subscriber(subscriber);
    inputs_.release(params);
}

std::optional<BuiltBundle> Relay::build(std::uint32_t subscriber, std::span<std::byte> buffer)
{
    std::optional<BuiltBundle> built;
    {
        const std::lock_guard lock(mutex_);
        if (core_.must_disconnect(subscriber))
            throw std::runtime_error(
                "messages with priority wait for more than max_priority_bytes: the viewer takes them too "
                "slowly");
        Listener& listener = listeners_.at(subscriber);
        const bool had_credit = std::exchange(listener.has_credit, true);
        if (!had_credit && subscriber != core_.path()) core_.grant_credits(subscriber, 1);
        built = core_.build(subscriber, now(), buffer);
        listener.is_woken = false;
        listener.has_credit = !built;
    }
    if (!built) wake_thread();  // it computes when to wake this one
    return built;
}

std::uint64_t Relay::waiting(std::uint32_t subscriber) const
{
    const std::lock_guard lock(mutex_);
    return core_.waiting(subscriber);
}

RecorderStats Relay::end_recording()
{
    recorder_->finish();
    return recorder_->stats();
}

void Relay::run()
{
    while (!is_stopping_) {
        bool is_more = false;
        std::uint64_t due_ns = 0;
        {
            const std::lock_guard lock(mutex_);
            is_more = take_some();
            tick();
            due_ns = wake_due();
        }
        if (!is_more) wait(due_ns);
    }
}

void Relay::tick()
{
    const std::uint64_t time = now();
    if (time - ticked_ns_ < tick_ns) return;
    ticked_ns_ = time;
    core_.tick(time);
    (void)shards_.leave_unused(GroupSockets::Time::clock::now());
    if (time - looked_ns_ < look_ns) return;
    looked_ns_ = time;
    look_at_inputs();
    malformed_.write(time, inputs_.list(), shards_, warn_);
    report_interest();
    report_congestion();
    report_sources();
}

bool Relay::take_some()
{
    const std::uint64_t taken_ns = now();
    bool is_more = publishers_.take_some(core_, taken_ns);
    for (std::size_t i = 0; i < shards_.size(); ++i) {
        Shard& shard = shards_.shard(i);
        const std::size_t ready = shard.ready(), count = std::min(ready, most_taken_at_once);
        for (std::size_t back = 0; back < count; ++back)
            take_datagram(shard.info(back), shard.bytes(back), taken_ns);
        shard.release(count);
        is_more = is_more || ready > count;
    }
    return is_more;
}

bool Relay::take_entity(const JsonEntity& entity, LineOrigin origin)
{
    origin.arrival_ns = now();
    const auto messages = json_entities_.messages_of(entity, origin);
    for (const Message& message : messages) core_.take(message);
    return !messages.empty();
}

void Relay::take_datagram(const SlotInfo& slot, std::span<const std::byte> bytes, std::uint64_t taken_ns)
{
    if (outputs_.is_own(slot.from)) {
        ++reflected_[slot.input];
        return;
    }
    const DatagramOrigin origin{.input = static_cast<std::uint8_t>(slot.input),
                                .arrival_ns = slot.arrival_ns,
                                .sender = std::uint64_t{slot.from.address} << 16U | slot.from.port,
                                .taken_ns = taken_ns};
    const std::uint32_t malformed =
        read_messages(inputs_.kind(slot.input), bytes, origin,
                      [&](const Message& message) { take_message(message, slot.from); });
    malformed_.note(slot.input, malformed, slot.from);
}

void Relay::take_message(const Message& message, const Endpoint& from)
{
    if (!admission_.admits(message)) {
        ++foreign_[message.input];
        return;
    }
    const bool is_from_file = from.port == 0, has_peers = !accepted_.empty() || !links_.empty();
    if (!outputs_.has_sent(message)) {
        const bool goes_out = has_peers || !outputs_.open().empty();
        if (!is_from_file && goes_out && outputs_.comes_back(message)) {
            ++reflected_[message.input];
            return warn_of_circle(message, to_text(from));
        }
        if (has_peers) outputs_.note_passed_on(message);
        return core_.take(message);
    }
    ++reflected_[message.input];
    if (message.arrival_ns < warned_ns_ + warning_interval_ns) return;
    warned_ns_ = message.arrival_ns;
    warn_(fmt::format(
        "input '{}': source {}:{} comes from {} and is sent from here, too: it is not taken from "
        "there; relays of one group need a --json-site each",
        inputs_.list()[message.input].input, message.source >> 16U, message.source & 0xFFFFU, to_text(from)));
}

void Relay::warn_of_circle(const Message& message, const std::string& from)
{
    if (std::exchange(has_warned_of_circle_, true)) return;
    warn_(
        fmt::format("input '{}': what is sent from here comes back from {}, and is not taken: another relay "
                    "sends the other way; its messages are counted as reflected",
                    inputs_.list()[message.input].input, from));
}

FileInput::Calls Relay::calls_of(std::uint32_t input)
{
    return {.take = [this, input](const PlayedMessage& played) { take_played(input, played); },
            .pause = [this] { wake_thread(); },
            .ended = [this, input](const std::string& why) { end_input(input, why); }};
}

void Relay::take_played(std::uint32_t input, const PlayedMessage& played)
{
    const std::lock_guard lock(mutex_);
    const DatagramOrigin origin{
        .input = static_cast<std::uint8_t>(input), .arrival_ns = now(), .sender = played.sender};
    const PlayedContent content =
        read_played(played, origin, [this](const Message& message) { take_message(message, {}); });
    const bool is_malformed = content.verdict == Verdict::Malformed;
    ++played_[input].received;
    ++(is_malformed ? played_[input].malformed : played_[input].core);
    malformed_.note(input, content.malformed_pdus, {});
    if (clock_.note(input, played.recorded_ns, origin.arrival_ns)) announce_clock();
}

void Relay::end_input(std::uint32_t input, const std::string& why)
{
    {
        const std::lock_guard lock(mutex_);
        inputs_.note_ended(input, why);
        core_.lose_input(static_cast<std::uint8_t>(input), now());
        if (clock_.note_ended(input, now())) announce_clock();
    }
    wake_thread();
}

std::uint64_t Relay::wake_due()
{
    const std::uint64_t time = now();
    std::uint64_t first = time + (listeners_.empty() ? idle_tick_ns : tick_ns);
    for (auto& [subscriber, listener] : listeners_) {
        if (listener.is_woken || !listener.wake) continue;
        const std::uint64_t due = core_.due_ns(subscriber);
        if (due > time) {
            first = std::min(first, due);
            continue;
        }
        listener.is_woken = true;
        listener.wake();
    }
    return first;
}

void Relay::wait(std::uint64_t until_ns)
{
    const std::uint64_t time = now_ns();
    std::unique_lock lock(wake_mutex_);
    if (until_ns > time)
        has_news_.wait_for(lock, std::chrono::nanoseconds(until_ns - time), [this] { return is_woken_; });
    is_woken_ = false;
}

void Relay::wake_thread()
{
    {
        const std::lock_guard lock(wake_mutex_);
        is_woken_ = true;
    }
    has_news_.notify_one();
}

}  // namespace farfield::net::relay
