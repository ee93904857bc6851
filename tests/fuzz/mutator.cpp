#include "tests/fuzz/mutator.h"

#include <algorithm>
#include <array>

namespace farfield::fuzz {

namespace {
constexpr std::size_t max_spoils = 9;
constexpr std::size_t max_repeats = 1000;
/// Bytes that mean something in JSON or at the ends of integers.
constexpr std::array<unsigned char, 16> telling_bytes = {0x00, 0x01, 0x7F, 0x80, 0xFF, '"', '[', ']',
                                                         '{',  '}',  ',',  ':',  '-',  '9', 'e', '\\'};
}  // namespace

void Mutator::spoil(std::vector<std::byte>& bytes)
{
    for (auto left = below(max_spoils); left > 0; --left) spoil_once(bytes);
}

void Mutator::spoil_once(std::vector<std::byte>& bytes)
{
    const auto at = bytes.begin() + static_cast<std::ptrdiff_t>(below(bytes.size()));
    const auto telling = static_cast<std::byte>(telling_bytes[below(telling_bytes.size())]);
    if (bytes.empty()) return bytes.push_back(telling);
    switch (below(7)) {
    case 0:
        *at ^= static_cast<std::byte>(1U << below(8));
        break;
    case 1:
        *at = telling;
        break;
    case 2:
        bytes.erase(at);
        break;
    case 3:
        bytes.insert(at, telling);
        break;
    case 4:
        bytes.resize(below(bytes.size() + 1));
        break;
    case 5:
        repeat_a_part(bytes);
        break;
    default:
        std::fill_n(at, std::min<std::ptrdiff_t>(8, bytes.end() - at), telling);
        break;
    }
}

void Mutator::repeat_a_part(std::vector<std::byte>& bytes)
{
    const auto from = below(bytes.size());
    const auto count = 1 + below(std::min<std::size_t>(16, bytes.size() - from));
    const std::vector<std::byte> part(bytes.begin() + static_cast<std::ptrdiff_t>(from),
                                      bytes.begin() + static_cast<std::ptrdiff_t>(from + count));
    std::vector<std::byte> repeated;
    for (auto left = below(max_repeats); left > 0; --left)
        for (const auto byte : part) repeated.push_back(byte);
    bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(from), repeated.begin(), repeated.end());
}

std::string Mutator::spoilt(const std::string& text)
{
    const auto bytes = std::as_bytes(std::span(text));
    std::vector<std::byte> copy(bytes.begin(), bytes.end());
    spoil(copy);
    return {reinterpret_cast<const char*>(copy.data()), copy.size()};
}

}  // namespace farfield::fuzz
