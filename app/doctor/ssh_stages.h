#pragma once

#include "app/doctor/examination.h"
#include "net/client/reach/target.h"

namespace farfield::app {

/// Examines a way by ssh before its session: ssh itself, and the version of the node's program there. Other
/// text that is printed there is noted. False where a stage failed.
[[nodiscard]] bool examine_ssh(const net::Way& way, Examination& examination);

}  // namespace farfield::app
