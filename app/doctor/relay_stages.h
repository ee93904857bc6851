#pragma once

#include "app/doctor/examination.h"
#include "net/client/client.h"

namespace farfield::app {

/// The stages of a relay behind its session: each input, output and path of hosts that is not up is one that
/// failed. Throws nothing for what the relay does.
void examine_relay(net::Client& relay, Examination& examination);

}  // namespace farfield::app
