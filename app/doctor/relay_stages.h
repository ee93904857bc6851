#pragma once

#include "app/doctor/examination.h"
#include "net/client/client.h"

namespace farfield::app {

/// Examines a relay behind its session: each input, output and path of hosts that is not up is a failed
/// stage. Failures of the relay do not throw.
void examine_relay(net::Client& relay, Examination& examination);

}  // namespace farfield::app
