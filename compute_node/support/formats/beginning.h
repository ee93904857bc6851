#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace farfield {

/// The first 64 bytes of a file; fewer of a shorter one, none of what cannot be read. Never waits for a pipe.
[[nodiscard]] std::string first_bytes_of(const std::filesystem::path& file);

/// Bytes for a sentence: "'what was run'" of a line of text, else "the bytes 8F 03 4D ...".
[[nodiscard]] std::string shown_bytes(std::string_view bytes);

/// A text without the mark of the order of bytes that some editors put before UTF-8.
[[nodiscard]] std::string_view without_utf8_mark(std::string_view text);

/// "it begins with 'what was run'", of a file; "it is empty" where it is.
[[nodiscard]] std::string beginning_words(const std::filesystem::path& file);

}  // namespace farfield
