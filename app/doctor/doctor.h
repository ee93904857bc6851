#pragma once

#include <functional>

#include "app/doctor/diagnosis.h"
#include "net/client/client.h"

namespace farfield::app {

/// Goes the way from here to a node or a relay stage by stage, and stops where nothing can follow: of a way
/// by ssh itself and the program there; name, connect, TLS, protocol, token, session, data connection, round
/// trip, clock; of a node first frame, throughput and resume, of a relay its inputs and outputs. `done` hears
/// of each stage as it ends. Every wait has a limit: connect_timeout of the settings, or 10 s for an answer.
/// Throws nothing for what the other side does.
[[nodiscard]] Diagnosis diagnose(const net::ClientSettings& settings,
                                 const std::function<void(const Finding&)>& done = {});

}  // namespace farfield::app
