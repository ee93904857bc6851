#pragma once

#include <exception>
#include <string>

namespace farfield::compute::testing {

/// The message of the std::exception that `call` throws; empty when it throws none.
template <class Call>
std::string error_of(const Call& call)
{
    try {
        call();
    } catch (const std::exception& error) {
        return error.what();
    }
    return {};
}

inline bool contains(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

}  // namespace farfield::compute::testing
