#include "compute_node/node/relay/forwarded_entities.h"

#include "model/fields/json_fields.h"
#include "model/programs/bundles/entity_bundle.h"
#include "net/message/printable.h"
#include "net/service/token.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace farfield::node {

void ForwardedBundles::open(std::shared_ptr<net::Client> client, std::uint32_t stream)
{
    const std::lock_guard lock{mutex_};
    client_ = std::move(client);
    stream_ = stream;
    if (changed_) changed_();
}

void ForwardedBundles::grant(std::uint64_t bundles)
{
    const std::lock_guard lock{mutex_};
    granted_ = std::max(granted_, bundles);
    if (changed_) changed_();
}

void ForwardedBundles::close()
{
    const std::lock_guard lock{mutex_};
    client_.reset();
    granted_ = sent_ = 0;
}

std::uint64_t ForwardedBundles::most_bytes() const noexcept
{
    return model::max_bundle_bytes;
}

std::size_t ForwardedBundles::room() const
{
    const std::lock_guard lock{mutex_};
    return client_ ? static_cast<std::size_t>(granted_ - sent_) : 0;
}

// A bundle that the relay would refuse ends its viewer's session, not the node's own with the relay.
std::optional<std::string> ForwardedBundles::take(std::span<const std::byte> payload)
{
    if (!model::decode_bundle(payload))
        return "a bundle whose counts, index and length do not agree (docs/protocol.md, section 18)";
    const std::lock_guard lock{mutex_};
    if (!client_ || sent_ == granted_) return std::nullopt;
    client_->send(stream_, net::MessageType::EntityBundle, {payload.begin(), payload.end()});
    ++sent_;
    return std::nullopt;
}

void ForwardedBundles::listen(std::function<void()> changed)
{
    const std::lock_guard lock{mutex_};
    changed_ = std::move(changed);
}

namespace {

/// Number of bundles on their way from the relay: few, so that others wait at the relay, where newer states
/// replace them.
constexpr std::size_t slots = 4;

model::EntitiesParams params_of(const net::ProgramStart& start)
{
    model::EntitiesParams params;
    (void)model::merge_whole(params, start.params);
    // The publisher's name stays the same when the relay has been away.
    if (params.publisher.empty()) params.publisher = net::random_hex(model::least_publisher / 2);
    return params;
}

}  // namespace

ForwardedEntities::Upstream::Upstream(std::size_t slot_bytes)
    : memory(slots * slot_bytes), ring{net::slots_of(memory, slots)}
{}

ForwardedEntities::ForwardedEntities(const net::ClientSettings& relay, const net::ProgramStart& start)
    : slot_bytes_{static_cast<std::size_t>(
          std::min<std::uint64_t>(start.slot_bytes, model::max_bundle_bytes))},
      policy_{start.policy},
      params_{params_of(start)},
      session_{
          relay,
          {.opened = [this](const auto& client) { open(client); },
           .lost = [this](const std::string&) { close(); },
           .frame_arrived = [this](std::uint32_t) { wake(); },
           .notified = [this](const std::string& method, const net::Json& params) { note(method, params); },
           .granted = [this](std::uint32_t, std::uint64_t bundles) { bundles_->grant(bundles); }}}
{}

ForwardedEntities::~ForwardedEntities() = default;

net::Answer ForwardedEntities::answer() const
{
    const std::lock_guard lock{mutex_};
    net::Json members = net::Json::object();
    if (params_.publish) members["publisher"] = params_.publisher;
    return {slot_bytes_, std::move(members)};
}

void ForwardedEntities::open(const std::shared_ptr<net::Client>& client)
{
    auto upstream = std::make_unique<Upstream>(slot_bytes_);
    net::Json params;
    {
        const std::lock_guard lock{mutex_};
        params = model::write(params_);
    }
    try {
        const net::Json answer =
            client->call("program.start", {{"program", "entities"},
                                           {"policy", net::policy_names[static_cast<std::size_t>(policy_)]},
                                           {"slot_bytes", slot_bytes_},
                                           {"params", params}});
        upstream->stream = static_cast<std::uint32_t>(model::number_or(answer, "stream", 0));
    } catch (const net::RpcError& error) {
        // The relay is there and has refused the stream: to ask again is of no use.
        const std::lock_guard lock{mutex_};
        failure_ = net::printable(error.what(), 400);
        refusal_ = error;
        if (events_.wake) events_.wake();
        note_tried();
        throw;
    }
    client->attach(upstream->stream, upstream->ring);
    upstream->client = client;
    bundles_->open(client, upstream->stream);
    const std::lock_guard lock{mutex_};
    if (const net::Json now = model::write(params_); now != params)  // an update came meanwhile
        client->call_async("program.update", {{"stream", upstream->stream}, {"params", now}},
                           [](const auto&, const net::Json&) {});
    upstream_ = std::move(upstream);
    if (events_.wake) events_.wake();
    note_tried();
}

void ForwardedEntities::note_tried()
{
    is_tried_ = true;
    tried_.notify_all();
}

void ForwardedEntities::wait_until_tried(const std::stop_token& cancel, std::chrono::milliseconds patience)
{
    std::unique_lock lock{mutex_};
    (void)tried_.wait_for(lock, cancel, patience, [this] { return is_tried_; });
    if (refusal_) throw net::RpcError{*refusal_};
}

void ForwardedEntities::close()
{
    bundles_->close();
    std::unique_ptr<Upstream> ended;
    {
        const std::lock_guard lock{mutex_};
        ended = std::move(upstream_);
        note_tried();
    }
    if (ended) ended->client->detach(ended->stream);
}

void ForwardedEntities::note(const std::string& method, const net::Json& params)
{
    const std::lock_guard lock{mutex_};
    if (method == "entities.congestion" && events_.notify) events_.notify(method, params);
    if (method != "program.ended") return;
    failure_ = net::printable(model::text_or(params, "message", "the relay ended the stream"), 400);
    if (events_.wake) events_.wake();
}

void ForwardedEntities::wake()
{
    const std::lock_guard lock{mutex_};
    if (events_.wake) events_.wake();
}

void ForwardedEntities::listen(const net::ProgramEvents& events)
{
    const std::lock_guard lock{mutex_};
    events_ = events;
}

void ForwardedEntities::update(const net::Json& patch)
{
    const std::lock_guard lock{mutex_};
    model::EntitiesParams params = params_;
    (void)model::merge(params, patch);
    params.publisher = std::move(params_.publisher);  // the publisher's name is kept from the start
    params_ = std::move(params);
    if (upstream_)
        upstream_->client->call_async("program.update", {{"stream", upstream_->stream}, {"params", patch}},
                                      [](const auto&, const net::Json&) {});
}

net::Making ForwardedEntities::make(std::span<const std::span<std::byte>> buffers, std::span<net::Made> made)
{
    const std::lock_guard lock{mutex_};
    if (!failure_.empty()) throw std::runtime_error(failure_);
    if (!upstream_ || !upstream_->ring.take_next()) return net::Idle{};
    const std::size_t slot = upstream_->ring.held_slot(0);
    const net::MessageHeader& header = upstream_->ring.info(slot).header;
    const auto payload = upstream_->ring.memory(slot).first(static_cast<std::size_t>(header.payload_bytes));
    std::ranges::copy(payload, buffers.front().begin());
    made.front() = {header.type, buffers.front().first(payload.size())};
    upstream_->ring.release_oldest(1);
    upstream_->client->slots_released();
    return net::Frames{1};
}

}  // namespace farfield::node
