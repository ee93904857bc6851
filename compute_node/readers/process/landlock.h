#pragma once

#include <filesystem>
#include <vector>

namespace farfield::compute {

/// True when the kernel can confine a process to some folders (Landlock, Linux 5.13 and later).
[[nodiscard]] bool has_landlock();

/// Confines this thread, and threads that it starts, for good: they can open files only for reading and only
/// below the folders, can change nothing in the file system, and, as far as the kernel supports it, can
/// neither connect nor listen by TCP nor signal other processes. Does nothing where there is no Landlock.
/// Throws std::system_error when it fails. Source: landlock(7), and the kernel's "Landlock: unprivileged
/// access control".
void confine_to(const std::vector<std::filesystem::path>& folders);

}  // namespace farfield::compute
