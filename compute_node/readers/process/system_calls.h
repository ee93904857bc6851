#pragma once

namespace farfield::compute {

/// From now on this thread, and threads that it starts, can start no process and no other program, open no
/// socket, share no memory with others, and neither watch nor signal another process nor change its limits:
/// such calls fail with EPERM. It cannot be taken back. Does nothing where the kernel filters no system
/// calls. Throws std::system_error when it fails. Source: seccomp(2).
void forbid_system_calls();

}  // namespace farfield::compute
