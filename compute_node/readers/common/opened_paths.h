#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace farfield::compute {

/// The files that this process may open; all of them until allow_only() is called. Every open() and fopen()
/// of the program and of its libraries is checked here (checked_open.cpp), whether or not the kernel also
/// forbids it. Files elsewhere are refused in the same words whether they exist or not. Threads: any.
class OpenedPaths {
public:
    /// The object of this process; hooks of the C library have no other way to find it.
    static OpenedPaths& of_process();

    /// Allows from now on only reading, and only below the folders. Call it once.
    void allow_only(const std::vector<std::filesystem::path>& folders);

    /// True when allow_only() was called.
    [[nodiscard]] bool is_limited() const { return rules_ != nullptr; }

    /// Opens as openat(), within the limits of the process: a descriptor, or -1 with errno, EACCES where it
    /// is forbidden. Refuses writing before a file is made, and a pipe or device without waiting for it.
    int open(int folder, const char* path, int flags);

    /// Allows a file in memory that this process made to be opened by its descriptor's name, too.
    void allow_own(int descriptor);

    /// True when open() would refuse the place of a path, there or not; the path then counts as refused. Ask
    /// this before reporting anything else about a path that a file names.
    bool refuses(const std::filesystem::path& path);

    struct Refused {
        std::string path;
        bool is_elsewhere;  ///< false: below the folders, but a pipe, a socket or a device
    };
    /// The paths that were refused, here or by the kernel, since the last call.
    [[nodiscard]] std::vector<Refused> take_refused();

private:
    struct Rules;
    Rules* rules_ = nullptr;  ///< never freed: other threads may still open files when the process ends
};

}  // namespace farfield::compute
