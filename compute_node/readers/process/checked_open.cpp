// open() and fopen() of the whole program, its libraries included: the C library's own, and then a question
// to OpenedPaths. Part of the program rather than of a library, so that the linker finds these first.
#undef _FORTIFY_SOURCE
#include "compute_node/readers/process/opened_paths.h"

#include <cerrno>
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
    const long opened = syscall(SYS_openat, folder, path, flags, mode);
    return OpenedPaths::of_process().checked(static_cast<int>(opened), path, flags);
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
    FILE* file = next(path, mode);
    const bool only_reads = mode[0] == 'r' && std::strchr(mode, '+') == nullptr;
    const int flags = only_reads ? O_RDONLY : O_RDWR;
    if (file == nullptr) {
        (void)OpenedPaths::of_process().checked(-1, path, flags);
        return nullptr;
    }
    const int copy = fcntl(fileno(file), F_DUPFD_CLOEXEC, 0);
    const int allowed = OpenedPaths::of_process().checked(copy, path, flags);
    if (allowed >= 0) {
        ::close(allowed);
        return file;
    }
    const int error = errno;
    std::fclose(file);
    errno = error;
    return nullptr;
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

/// What libraries call that were built with _FORTIFY_SOURCE.
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
