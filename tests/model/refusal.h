#pragma once

#include <string>

#include "model/fields/json.h"

namespace farfield::model::test {

/// What `read` says of this JSON; empty where it says nothing.
template <class Read>
std::string refusal(const Read& read, const Json& json)
{
    try {
        (void)read(json);
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return "";
}

}  // namespace farfield::model::test
