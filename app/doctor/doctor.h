#pragma once

#include <functional>

#include "app/doctor/diagnosis.h"
#include "net/client/client.h"

namespace farfield::app {

/// Goes the way from here to a node or a relay stage by stage, and stops where none can follow. Stages: for a
/// way by ssh, ssh itself and the program there; name, connect, TLS, protocol, token, session, data
/// connection, round trip, clock; for a node, first frame, throughput, resume; for a relay, inputs, outputs.
/// Calls `done` as each stage ends. Every wait has a limit: the connect_timeout, or 10 s for an answer.
/// Failures of the other side do not throw.
[[nodiscard]] Diagnosis diagnose(const net::ClientSettings& settings,
                                 const std::function<void(const Finding&)>& done = {});

}  // namespace farfield::app
