#pragma once

#include <string>

#include "app/document/document_file.h"
#include "model/layers/layer_kinds.h"

namespace farfield::app::test {

/// The document that a script "s.toml" of this text is.
inline model::Document document_of(const std::string& text)
{
    return read_toml(text, "s.toml", model::layer_kinds());
}

/// What such a script is refused with; empty where it is not.
inline std::string refusal_of(const std::string& text)
{
    try {
        (void)document_of(text);
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return "";
}

}  // namespace farfield::app::test
