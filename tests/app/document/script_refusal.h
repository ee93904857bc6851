#pragma once

#include <string>

#include "app/document/script.h"
#include "app/document/script_table.h"

namespace farfield::app::test {

/// The error of a script "s.toml" of this text; empty where there is none.
inline std::string refusal(const std::string& text)
{
    try {
        (void)parse_script(text, "s.toml");
    } catch (const ScriptError& error) {
        return error.what();
    }
    return "";
}

}  // namespace farfield::app::test
