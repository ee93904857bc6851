#include "relay/service/entity_program.h"

#include <algorithm>

#include "net/service/token.h"

namespace farfield::net::relay {
namespace {

/// Size of a bundle with a single message of the greatest length.
constexpr std::uint64_t least_slot_bytes =
    model::bundle_preamble_bytes +
    bytes_in_bundle(max_message_bytes, model::record_masked | model::record_routed);

model::EntitiesParams params_of(const ProgramStart& start)
{
    if (start.slot_bytes < least_slot_bytes)
        throw RpcError(RpcCode::InvalidParams, "parameter 'slot_bytes': expected at least " +
                                                   std::to_string(least_slot_bytes) + ", found " +
                                                   std::to_string(start.slot_bytes));
    model::EntitiesParams params;
    (void)model::merge_whole(params, start.params);
    return params;
}

std::uint32_t subscribe(Relay& relay, const model::EntitiesParams& params, const ProgramStart& start,
                        std::uint64_t bytes)
{
    return relay.accept({.client = start.client,
                         .params = params,
                         .conflates = start.policy == Policy::Latest,
                         .needs_credits = true,
                         .bundle_bytes = static_cast<std::size_t>(bytes),
                         .peer = params.relay});
}

}  // namespace

EntityProgram::EntityProgram(Relay& relay, const ProgramStart& start)
    : relay_{relay},
      frame_bytes_{std::min<std::uint64_t>(start.slot_bytes, model::max_bundle_bytes)},
      params_{params_of(start)},
      publisher_{params_.publisher.empty() ? random_hex(model::least_publisher / 2) : params_.publisher},
      subscriber_{subscribe(relay, params_, start, frame_bytes_)},
      upstream_{std::make_shared<UpstreamBundles>([&relay] { relay.bundle_arrived(); })}
{
    allow_publishing();
}

void EntityProgram::allow_publishing()
{
    relay_.set_publisher(subscriber_, params_.publish ? publisher_ : std::string{});
    if (params_.publish)
        relay_.add_publisher(subscriber_, {.name = "session", .relay = params_.relay, .source = upstream_});
    upstream_->allow(params_.publish);
}

EntityProgram::~EntityProgram()
{
    relay_.unsubscribe(subscriber_, params_);
}

void EntityProgram::listen(const ProgramEvents& events)
{
    relay_.listen(subscriber_, events.wake);
    relay_.watch_congestion(subscriber_, events.notify);
}

Answer EntityProgram::answer() const
{
    Json members{{"subscriber", subscriber_}, {"relay", relay_.id()}};
    if (params_.publish) members["publisher"] = publisher_;
    return {frame_bytes_, std::move(members)};
}

void EntityProgram::update(const Json& patch)
{
    model::EntitiesParams params = params_;
    (void)model::merge(params, patch);
    if (params.hosts)
        throw RpcError(RpcCode::InvalidParams, "parameter 'hosts': stays as it was at the start");
    params.relay = params_.relay;
    relay_.update(subscriber_, params_, params);
    params_ = std::move(params);
    allow_publishing();
}

Making EntityProgram::make(std::span<const std::span<std::byte>> buffers, std::span<Made> made)
{
    const auto built = relay_.build(subscriber_, buffers.front().first(frame_bytes_));
    if (!built) return Idle{};
    made.front() = {MessageType::EntityBundle, built->payload};
    return Frames{1};
}

}  // namespace farfield::net::relay
