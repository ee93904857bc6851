#include "net/session/open_params.h"

#include "model/fields/json_fields.h"
#include "net/message/printable.h"
#include "net/service/token.h"

namespace farfield::net {
namespace {

constexpr std::size_t max_label_bytes = 80;

}  // namespace

void expect_token(const ServerSettings& settings, Trust trust, const std::string& given)
{
    const bool needs_token = !settings.token.empty() && trust != Trust::SameUser;
    if (needs_token && !same_secret(settings.token, given))
        throw RpcError(RpcCode::NotAuthorised, given.empty() ? "it asks for a token" : "the token is wrong");
}

OpenParams read_open_params(const Json& params, const ServerSettings& settings, Trust trust)
{
    OpenParams open;
    open.viewer.name = "a viewer without a name";
    open.viewer.grace = settings.grace;
    model::JsonFields fields({&params, ""});
    bool speaks_ours = false;
    for (const model::JsonValue& version : fields["protocol"].elements())
        speaks_ours |= version.uint64() == protocol_version;
    if (const auto client = fields["client"]) open.viewer.name = client.text();
    if (const auto acknowledge = fields["acknowledge"]) open.viewer.is_acknowledging = acknowledge.boolean();
    if (const auto channel = fields["channel"]) open.viewer.is_single = channel.one_of({"single"}) == 0;
    if (const auto resume = fields["resume"])
        open.resume = model::read<ResumeCall>(resume.object(), resume.path());
    if (const auto join = fields["join"]) open.join = model::read<JoinCall>(join.object(), join.path());
    if (open.resume && open.join)
        throw RpcError(RpcCode::InvalidParams,
                       "parameter 'join': expected none beside 'resume', which names the session");
    open.viewer.label = open.viewer.name;
    if (const auto name = fields["name"]) open.viewer.label = printable(name.text(), max_label_bytes);
    const auto token = fields["token"];
    const std::string given = token ? token.text() : std::string();
    fields.refuse_others();
    if (!speaks_ours)
        throw RpcError(RpcCode::VersionNotSupported,
                       "protocol version not supported: this node speaks version " +
                           std::to_string(protocol_version),
                       {{"supported", {protocol_version}}});
    if (!open.join) expect_token(settings, trust, given);
    return open;
}

}  // namespace farfield::net
