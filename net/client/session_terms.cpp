#include "net/client/session_terms.h"

#include "model/fields/json_fields.h"
#include "net/message/limits.h"
#include "net/message/messages.h"

namespace farfield::net {

namespace {
/// Shortest credible heartbeat: a smaller value from a node is not believed.
constexpr std::uint32_t min_heartbeat_ms = 50;
constexpr std::uint32_t max_heartbeat_ms = 60'000;
/// Least credible part_bytes: a smaller value from a node is not believed.
constexpr std::uint32_t min_part_bytes = 1024;
}  // namespace

SessionTerms read_terms(const Json& session, bool is_single)
{
    model::JsonFields fields({&session, ""});
    (void)fields["protocol"].uint32({.min = protocol_version, .max = protocol_version});
    SessionTerms terms;
    terms.id = fields["session"].text();
    terms.secret = fields["secret"].text();
    terms.heartbeat = std::chrono::milliseconds(
        fields["heartbeat_ms"].uint32({.min = min_heartbeat_ms, .max = max_heartbeat_ms}));
    if (const auto grace = fields["grace_ms"]) terms.grace = std::chrono::milliseconds(grace.uint64());
    if (is_single) terms.part_bytes = fields["part_bytes"].uint32({.min = min_part_bytes, .max = part_bytes});
    model::JsonFields limits(fields["limits"]);
    terms.max_frame_bytes = limits["max_frame_bytes"].uint64();
    return terms;
}

}  // namespace farfield::net
