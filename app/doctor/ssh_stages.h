#pragma once

#include "app/doctor/examination.h"
#include "net/client/target.h"

namespace farfield::app {

/// The stages of a way by ssh before its session: ssh, and the node's program there, of which it asks the
/// version. What is printed beside that is noted. False where one failed.
[[nodiscard]] bool examine_ssh(const net::Way& way, Examination& examination);

}  // namespace farfield::app
