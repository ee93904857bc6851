#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

/// Secrets: tokens that a node asks for, and the ids and secrets of its sessions.
namespace farfield::net {

/// `bytes` unpredictable bytes as hexadecimal text. Throws std::runtime_error when the system has none.
[[nodiscard]] std::string random_hex(std::size_t bytes);

/// Compares in a time that tells nothing about where the two differ, nor about their lengths: their SHA-256
/// are compared.
[[nodiscard]] bool same_secret(std::string_view expected, std::string_view given);

/// Reads a token from a file: its text without one newline at the end. Throws std::runtime_error, naming the
/// file, when it cannot be read, holds nothing, more than max_token_bytes or a control character, or when
/// every user of the machine may read or change it (mode & 007): such a token protects nothing, so it is
/// refused like a private key that lies open.
[[nodiscard]] std::string read_token_file(const std::filesystem::path& file);

inline constexpr std::size_t max_token_bytes = 4096;

}  // namespace farfield::net
