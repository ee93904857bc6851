#include "net/message/base64.h"

#include <openssl/evp.h>

#include <algorithm>

namespace farfield::net {
namespace {

bool is_digit(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' || c == '/';
}

}  // namespace

std::string to_base64(std::span<const std::byte> bytes)
{
    std::string text((bytes.size() + 2) / 3 * 4, '\0');
    EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()),
                    reinterpret_cast<const unsigned char*>(bytes.data()), static_cast<int>(bytes.size()));
    return text;
}

std::optional<std::vector<std::byte>> from_base64(std::string_view text)
{
    const std::size_t padding = text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
    // OpenSSL passes over blanks, and takes padding for zeros.
    if (text.size() % 4 != 0 || !std::ranges::all_of(text.substr(0, text.size() - padding), is_digit))
        return std::nullopt;
    std::vector<std::byte> bytes(text.size() / 4 * 3);
    EVP_DecodeBlock(reinterpret_cast<unsigned char*>(bytes.data()),
                    reinterpret_cast<const unsigned char*>(text.data()), static_cast<int>(text.size()));
    bytes.erase(bytes.end() - static_cast<std::ptrdiff_t>(padding), bytes.end());
    return bytes;
}

}  // namespace farfield::net
