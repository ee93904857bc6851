// open() and fopen() of the whole program, its libraries included: the C library's own, and then a question
// to OpenedPaths. Part of the program rather than of a library, so that the linker finds these first.
#undef _FORTIFY_SOURCE
#include "compute_node/readers/common/opened_paths.h"

#include <cstdarg>
#include <cstdio>
#include <cstring>

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

using farfield::compute::OpenedPaths;

int open_checked(int folder, const char* path, int flags, mode_t mode)
{
    OpenedPaths& paths = OpenedPaths::of_process();
    if (paths.is_limited()) return paths.open(folder, path, flags);
    return static_cast<int>(syscall(SYS_openat, folder, path, flags, mode));
}

/// The third argument of open(), where there is one.
mode_t mode_of(int flags, va_list rest)
{
    const bool has_mode = (flags & (O_CREAT | O_TMPFILE)) != 0;
    return has_mode ? va_arg(rest, mode_t) : 0;
}

FILE* fopen_checked(const char* path, const char* mode)
{
    using Function = FILE* (*)(const char*, const char*);
    static const auto next = reinterpret_cast<Function>(dlsym(RTLD_NEXT, "fopen64"));
    OpenedPaths& paths = OpenedPaths::of_process();
    if (!paths.is_limited()) return next(path, mode);
    const bool only_reads = mode[0] == 'r' && std::strchr(mode, '+') == nullptr;
    const int opened = paths.open(AT_FDCWD, path, (only_reads ? O_RDONLY : O_RDWR) | O_CLOEXEC);
    return opened < 0 ? nullptr : fdopen(opened, mode);
}

}  // namespace

// NOLINTBEGIN(readability-identifier-naming, bugprone-reserved-identifier, cert-dcl37-c, cert-dcl51-cpp,
// cert-dcl50-cpp)
extern "C" {

int open(const char* path, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = mode_of(flags, rest);
    va_end(rest);
    return open_checked(AT_FDCWD, path, flags, mode);
}

int open64(const char* path, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = mode_of(flags, rest);
    va_end(rest);
    return open_checked(AT_FDCWD, path, flags, mode);
}

int openat(int folder, const char* path, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = mode_of(flags, rest);
    va_end(rest);
    return open_checked(folder, path, flags, mode);
}

int openat64(int folder, const char* path, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = mode_of(flags, rest);
    va_end(rest);
    return open_checked(folder, path, flags, mode);
}

/// The function that libraries built with _FORTIFY_SOURCE call.
int __open_2(const char* path, int flags)
{
    return open_checked(AT_FDCWD, path, flags, 0);
}

int __open64_2(const char* path, int flags)
{
    return open_checked(AT_FDCWD, path, flags, 0);
}

FILE* fopen(const char* path, const char* mode)
{
    return fopen_checked(path, mode);
}

FILE* fopen64(const char* path, const char* mode)
{
    return fopen_checked(path, mode);
}
}
// NOLINTEND(readability-identifier-naming, bugprone-reserved-identifier, cert-dcl37-c, cert-dcl51-cpp,
// cert-dcl50-cpp)
