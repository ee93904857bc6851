#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace farfield {

/// The first 64 bytes of a file; fewer of a shorter one, none of an unreadable one. Never waits for a pipe.
[[nodiscard]] std::string first_bytes_of(const std::filesystem::path& file);

/// Bytes for a sentence: "text" of a line of text, which may be one of secrets and is not shown; else "the
/// bytes 8F 03 4D ...".
[[nodiscard]] std::string shown_bytes(std::string_view bytes);

/// A text without the byte order mark that some editors put before UTF-8.
[[nodiscard]] std::string_view without_utf8_mark(std::string_view text);

/// Clause on a file's beginning: "it begins with text", or "it is empty".
[[nodiscard]] std::string beginning_words(const std::filesystem::path& file);

}  // namespace farfield
