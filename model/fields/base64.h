#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Bytes as text for JSON: RFC 4648, section 4, with padding.
namespace farfield::model {

[[nodiscard]] std::string to_base64(std::span<const std::byte> bytes);
/// Decodes base64; nullopt when the text is none.
[[nodiscard]] std::optional<std::vector<std::byte>> from_base64(std::string_view text);

}  // namespace farfield::model
