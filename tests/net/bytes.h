#pragma once

#include <cctype>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "net/message/messages.h"

/// Bytes as tests write them.
namespace farfield::net::test {

using Bytes = std::vector<std::byte>;

/// "46 4c" as two bytes; blanks do not count.
inline Bytes from_hex(const std::string& text)
{
    std::string digits;
    for (const char c : text)
        if (std::isxdigit(static_cast<unsigned char>(c)) != 0) digits += c;
    Bytes bytes;
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
        bytes.push_back(static_cast<std::byte>(std::stoi(digits.substr(i, 2), nullptr, 16)));
    return bytes;
}

inline Bytes copy_of(std::span<const std::byte> bytes)
{
    return {bytes.begin(), bytes.end()};
}

inline Bytes bytes_of(const std::string& text)
{
    return copy_of(std::as_bytes(std::span(text)));
}

inline std::string text_of(std::span<const std::byte> bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// `count` bytes that differ from their neighbours: 7 i + seed.
inline Bytes pattern(std::size_t count, std::size_t seed = 0)
{
    Bytes bytes(count);
    for (std::size_t i = 0; i < count; ++i) bytes[i] = static_cast<std::byte>(7 * i + seed);
    return bytes;
}

inline void append(Bytes& to, std::span<const std::byte> bytes)
{
    for (const auto byte : bytes) to.push_back(byte);
}

/// A whole message as it travels.
inline Bytes message(MessageHeader header, std::span<const std::byte> payload = {})
{
    header.payload_bytes = payload.size();
    Bytes bytes = copy_of(encode_header(header));
    append(bytes, payload);
    return bytes;
}

}  // namespace farfield::net::test
