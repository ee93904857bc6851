#pragma once

#include "app/doctor/examination.h"
#include "net/client/client.h"
#include "net/transport/wake_semaphore.h"

namespace farfield::app {

/// The stages of a node behind its session: the first frame of a program, and how many bytes of frames come
/// in a second. `arrived` counts the frames that the client received. A node that only replays a recording
/// computes none, which is noted. Throws nothing for what the node does.
void examine_node(net::Client& node, net::WakeSemaphore& arrived, Examination& examination);

}  // namespace farfield::app
