#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace farfield::compute {

/// Which files this process may open: nothing is checked before allow_only() was called. Every open() and
/// fopen() of the program and of its libraries asks (checked_open.cpp), whether or not the kernel forbids the
/// same. Threads: any.
class OpenedPaths {
public:
    /// The process's own: what the C library's functions can ask has no other place.
    static OpenedPaths& of_process();

    /// From now on only what lies below the folders, and only to be read. Call it once.
    void allow_only(const std::vector<std::filesystem::path>& folders);

    /// What an open() of a path is to return instead of `descriptor`, which it has just returned: the same,
    /// or -1 with errno EACCES and the file closed.
    int checked(int descriptor, const char* path, int flags);

    /// Those that were refused, here or by the kernel, since this was asked last.
    [[nodiscard]] std::vector<std::string> take_refused();

private:
    struct Rules;
    Rules* rules_ = nullptr;  ///< never freed: other threads may still open files when the process ends
};

}  // namespace farfield::compute
