#include "relay/service/host_program.h"

#include "net/service/token.h"

namespace farfield::net::relay {
namespace {

/// Refuses parameters that cannot apply to a single host of the path.
void expect_of_host(const model::EntitiesParams& params)
{
    const auto refuse = [](const char* name, const char* found) {
        throw RpcError(RpcCode::InvalidParams,
                       std::string("parameter '") + name +
                           "': all UDP hosts share their bundles, and none has one of "
                           "its own; found " +
                           found);
    };
    if (params.rate > 0.0) refuse("rate", "a rate above 0");
    if (params.far) refuse("far", "a rate");
    if (!params.hosts)
        throw RpcError(RpcCode::InvalidParams, "parameter 'hosts': stays as it was at the start");
}

model::EntitiesParams host_params(const ProgramStart& start)
{
    model::EntitiesParams params;
    (void)model::merge_whole(params, start.params);
    expect_of_host(params);
    return params;
}

}  // namespace

bool HostProgram::is_asked_for(const ProgramStart& start)
{
    const auto found = start.params.find("hosts");
    return found != start.params.end() && found->is_boolean() && found->get<bool>();
}

HostProgram::HostProgram(Relay& relay, const ProgramStart& start)
    : relay_{relay},
      params_{host_params(start)},
      publisher_{params_.publisher.empty() ? random_hex(model::least_publisher / 2) : params_.publisher},
      ticket_{relay.add_host(params_)}
{
    allow_publishing();
}

HostProgram::~HostProgram()
{
    relay_.remove_host(ticket_.host, params_);
}

void HostProgram::allow_publishing()
{
    relay_.set_publisher(relay_.subscriber_of_host(ticket_.host),
                         params_.publish ? publisher_ : std::string{});
}

void HostProgram::listen(const ProgramEvents& events)
{
    relay_.watch_congestion(relay_.subscriber_of_host(ticket_.host), events.notify);
}

Answer HostProgram::answer() const
{
    Json members{{"host", ticket_.host},
                 {"path", ticket_.path},
                 {"key", ticket_.key},
                 {"bundle", ticket_.next_bundle},
                 {"messages", ticket_.messages_before}};
    if (params_.publish) members["publisher"] = publisher_;
    return {model::bundle_preamble_bytes, std::move(members)};
}

void HostProgram::update(const Json& patch)
{
    model::EntitiesParams params = params_;
    (void)model::merge(params, patch);
    expect_of_host(params);
    relay_.update(relay_.subscriber_of_host(ticket_.host), params_, params);
    params_ = std::move(params);
    allow_publishing();
}

}  // namespace farfield::net::relay
