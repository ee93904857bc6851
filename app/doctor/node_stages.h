#pragma once

#include "app/doctor/connections.h"
#include "app/doctor/examination.h"
#include "net/client/client.h"
#include "net/transport/wake_semaphore.h"

namespace farfield::app {

/// The stages of a node behind its session: the first frame of a program, and how many bytes of frames come
/// in a second. `arrived` counts the frames that the client received. A node that only replays a recording
/// computes none, which is noted. Throws nothing for what the node does. False where it sends no frames.
[[nodiscard]] bool examine_node(net::Client& node, net::WakeSemaphore& arrived, Examination& examination);

/// The stage behind these: cuts the data connection in the middle of frames, and counts which of them are
/// lost or come twice once the client has attached another one. Noted where there is none, or the node keeps
/// no session that has lost its connection.
void examine_resume(net::Client& node, net::WakeSemaphore& arrived, Connections& connections,
                    Examination& examination);

}  // namespace farfield::app
