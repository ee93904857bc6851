#include "net/service/token.h"

#include <openssl/crypto.h>
#include <openssl/rand.h>
#include <openssl/sha.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <vector>

#include "model/files/plain_file.h"

namespace farfield::net {
namespace {

using Digest = std::array<unsigned char, SHA256_DIGEST_LENGTH>;

Digest digest_of(std::string_view text)
{
    Digest digest;
    SHA256(reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest.data());
    return digest;
}

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& why)
{
    throw std::runtime_error("token file '" + file.string() + "' " + why);
}

void refuse_if_open_to_all(const std::filesystem::path& file)
{
    std::error_code error;
    const auto status = std::filesystem::status(file, error);
    if (error || !std::filesystem::exists(status)) refuse(file, "does not exist");
    if (!std::filesystem::is_regular_file(status)) refuse(file, "is not a file");
    if ((status.permissions() & std::filesystem::perms::others_all) != std::filesystem::perms::none)
        refuse(file, "is open to every user of this machine; expected mode 600: chmod 600 it");
}

}  // namespace

std::string random_hex(std::size_t bytes)
{
    std::vector<unsigned char> random(bytes);
    if (RAND_bytes(random.data(), static_cast<int>(bytes)) != 1)
        throw std::runtime_error("the system gives no random bytes for session secrets");
    static constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    text.reserve(2 * bytes);
    for (const unsigned char byte : random) {
        text += digits[byte >> 4];
        text += digits[byte & 15];
    }
    return text;
}

bool same_secret(std::string_view expected, std::string_view given)
{
    const Digest a = digest_of(expected);
    const Digest b = digest_of(given);
    return CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

std::string read_token_file(const std::filesystem::path& file)
{
    refuse_if_open_to_all(file);
    model::PlainFileStream in(file, "token file");
    std::string token(max_token_bytes + 2, '\0');  // one over the limit, and the newline
    in.read(token.data(), static_cast<std::streamsize>(token.size()));
    token.resize(static_cast<std::size_t>(in.gcount()));
    if (token.ends_with('\n')) token.pop_back();
    if (token.ends_with('\r')) token.pop_back();
    if (token.empty()) refuse(file, "is empty; expected a token on its first line");
    if (token.size() > max_token_bytes)
        refuse(file, "is too long: expected at most " + std::to_string(max_token_bytes) + " bytes");
    if (std::ranges::any_of(token, [](unsigned char c) { return c < ' ' || c == 127; }))
        refuse(file, "holds more than one line or a control character; expected one token");
    return token;
}

}  // namespace farfield::net
