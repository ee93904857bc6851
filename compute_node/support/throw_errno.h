#pragma once

#include <cerrno>
#include <string>
#include <system_error>

namespace farfield {

/// Throws std::system_error of errno. what: the operation that failed, for the message.
[[noreturn]] inline void throw_errno(const std::string& what)
{
    throw std::system_error(errno, std::generic_category(), what);
}

}  // namespace farfield
