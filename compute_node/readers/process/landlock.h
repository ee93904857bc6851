#pragma once

#include <filesystem>
#include <vector>

namespace farfield::compute {

/// Whether the kernel can confine a process to some folders (Landlock, Linux 5.13 and later).
[[nodiscard]] bool has_landlock();

/// From now on this thread, and threads that it starts, can open no file but to read those below the folders,
/// can change nothing in the file system, and, as far as the kernel knows how, neither connect nor listen by
/// TCP nor signal other processes. It cannot be taken back. Does nothing where there is no Landlock. Throws
/// std::system_error when it fails. Source: landlock(7), and the kernel's "Landlock: unprivileged access
/// control".
void confine_to(const std::vector<std::filesystem::path>& folders);

}  // namespace farfield::compute
