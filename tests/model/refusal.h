#pragma once

#include <string>

#include "model/fields/json.h"

namespace farfield::model::test {

/// The error of `read` for this JSON; empty where there is none.
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
