#pragma once

#include "app/doctor/connections.h"
#include "app/doctor/examination.h"
#include "net/client/client.h"
#include "net/transport/wake_semaphore.h"

namespace farfield::app {

/// Examines a node behind its session: the first frame of a program, and how many bytes of frames arrive
/// in a second. `arrived` counts the frames that the client received. A node that only replays a recording
/// computes none; a note says so. Failures of the node do not throw. False where the node sends no frames.
[[nodiscard]] bool examine_node(net::Client& node, net::WakeSemaphore& arrived, Examination& examination);

/// Examines resuming, after examine_node(): cuts the data connection amid frames, and counts frames that are
/// lost or come twice once the client has attached another one. A note where the session has no data
/// connection, or the node keeps no session that has lost its connection.
void examine_resume(net::Client& node, net::WakeSemaphore& arrived, Connections& connections,
                    Examination& examination);

}  // namespace farfield::app
