#pragma once

namespace farfield::compute {

/// Forbids this thread, and threads that it starts, for good, to start processes or other programs, open
/// sockets, share memory with others, or watch, signal or change limits of another process: such calls fail
/// with EPERM. Does nothing where the kernel filters no system calls. Throws std::system_error when it fails.
/// Source: seccomp(2).
void forbid_system_calls();

}  // namespace farfield::compute
