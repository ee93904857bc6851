#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

/// Secrets: tokens that a node requires, and the ids and secrets of its sessions.
namespace farfield::net {

/// `bytes` unpredictable bytes as hexadecimal text. Throws std::runtime_error when the system has none.
[[nodiscard]] std::string random_hex(std::size_t bytes);

/// Compares two secrets by their SHA-256, so that the time reveals neither the position of a difference nor
/// their lengths.
[[nodiscard]] bool same_secret(std::string_view expected, std::string_view given);

/// Reads a token from a file: its text without one trailing newline. Throws std::runtime_error that names the
/// file when it cannot be read, is empty, has more than max_token_bytes or a control character, or when
/// every user of the machine may read or change it (mode & 007): such a token protects nothing, so it is
/// refused, like a private key that others can read.
[[nodiscard]] std::string read_token_file(const std::filesystem::path& file);

inline constexpr std::size_t max_token_bytes = 4096;

}  // namespace farfield::net
