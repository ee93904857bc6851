#include "app/show/relay_times.h"

#include "model/calls/relay.h"

namespace farfield::app {

RelayTimes::RelayTimes(Link& relay) : relay_(relay)
{
    ask();
}

void RelayTimes::ask()
{
    if (relay_.state() != Link::State::Connected) return;
    relay_.call("relay.info", net::Json::object(),
                [this, alive = std::weak_ptr(alive_)](const auto& error, const net::Json& info) {
                    // A server that is no relay, or has none, refuses; the stream reports that to the user.
                    if (error || alive.expired()) return;
                    try {
                        times_ = model::read_answer<model::RelayInfo>(info).times;
                    } catch (const model::FieldError&) {
                        times_ = {};
                    }
                });
}

}  // namespace farfield::app
