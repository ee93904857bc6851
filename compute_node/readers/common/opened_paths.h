#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace farfield::compute {

/// Which files this process may open: nothing is checked before allow_only() was called. Every open() and
/// fopen() of the program and of its libraries asks (checked_open.cpp), whether or not the kernel forbids the
/// same. What lies elsewhere is refused in the same words whether it is there or not. Threads: any.
class OpenedPaths {
public:
    /// The process's own: what the C library's functions can ask has no other place.
    static OpenedPaths& of_process();

    /// From now on only what lies below the folders, and only to be read. Call it once.
    void allow_only(const std::vector<std::filesystem::path>& folders);

    /// Whether allow_only() was called.
    [[nodiscard]] bool is_limited() const { return rules_ != nullptr; }

    /// Opens as openat(), within the limits of the process: a descriptor, or -1 with errno, EACCES where it
    /// is not allowed. Writing is refused before a file is made, and a pipe or device without waiting for it.
    int open(int folder, const char* path, int flags);

    /// A file in memory that this process made may be opened by its descriptor's name, too.
    void allow_own(int descriptor);

    /// Whether open() would refuse a path, there or not, for where it leads; it counts as refused then. To be
    /// asked before anything else is said about a path that a file names.
    bool refuses(const std::filesystem::path& path);

    /// Those that were refused, here or by the kernel, since this was asked last.
    [[nodiscard]] std::vector<std::string> take_refused();

private:
    struct Rules;
    Rules* rules_ = nullptr;  ///< never freed: other threads may still open files when the process ends
};

}  // namespace farfield::compute
