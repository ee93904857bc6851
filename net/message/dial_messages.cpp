#include "net/message/dial_messages.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <openssl/sha.h>

#include <algorithm>
#include <array>
#include <span>
#include <stdexcept>

#include "model/fields/json_fields.h"
#include "net/message/bounded_json.h"
#include "net/message/json_rpc.h"
#include "net/message/messages.h"
#include "net/message/printable.h"

namespace farfield::net {

namespace {

constexpr std::size_t nonce_bytes = 16, name_bytes = 80;

std::string hex_digits_of(std::span<const unsigned char> bytes)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (const unsigned char byte : bytes) {
        text += digits[byte >> 4];
        text += digits[byte & 15];
    }
    return text;
}

/// Fixed length of both nonces, so that no two pairs of nonces give the same text under the proof.
std::string read_digits(const model::JsonValue& json, std::size_t count)
{
    const std::string& text = json.text();
    if (text.size() != count || text.find_first_not_of("0123456789abcdef") != std::string::npos)
        json.complain(std::to_string(count) + " digits of 0-9 and a-f");
    return text;
}

std::string read_nonce(model::JsonFields& fields)
{
    return read_digits(fields["nonce"], 2 * nonce_bytes);
}

std::string read_proof(model::JsonFields& fields)
{
    return read_digits(fields["proof"], 2 * SHA256_DIGEST_LENGTH);
}

Json params_of(std::string_view text, const std::string& method)
{
    const auto message = parse_answer(text);
    if (const auto* answer = std::get_if<RpcAnswer>(&message); answer != nullptr && answer->error)
        throw std::runtime_error(printable(answer->error->what()));
    const auto* said = std::get_if<RpcNotification>(&message);
    if (said == nullptr || said->method != method)
        throw std::runtime_error("it begins otherwise than with " + method);
    if (parse_bounded_json(text).contains("id"))
        throw std::runtime_error(method + " has an id; expected a notification, which has none");
    return said->params;
}

/// Reads known members only, and passes over others: a later version may have more.
template <typename Read>
auto read_message(std::string_view text, const std::string& method, Read read)
{
    const Json params = params_of(text, method);
    try {
        model::JsonFields fields({&params, ""});
        return read(fields);
    } catch (const model::FieldError& error) {
        throw std::runtime_error(method + ": " + error.what());
    }
}

}  // namespace

std::string dial_nonce()
{
    std::array<unsigned char, nonce_bytes> bytes{};
    if (RAND_bytes(bytes.data(), bytes.size()) != 1)
        throw std::runtime_error("the system gives no random bytes for a nonce");
    return hex_digits_of(bytes);
}

std::string dial_proof(std::string_view token, std::string_view side, std::string_view node_nonce,
                       std::string_view viewer_nonce)
{
    std::string text(side);
    text += node_nonce;
    text += viewer_nonce;
    std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
    unsigned length = digest.size();
    const auto* const key = token.empty() ? "" : token.data();
    if (HMAC(EVP_sha256(), key, static_cast<int>(token.size()),
             reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest.data(),
             &length) == nullptr)
        throw std::runtime_error("the system gives no HMAC-SHA256");
    return hex_digits_of(digest);
}

bool is_same_proof(std::string_view expected, std::string_view given)
{
    return expected.size() == given.size() &&
           CRYPTO_memcmp(expected.data(), given.data(), expected.size()) == 0;
}

std::string node_hello_text(const NodeHello& hello)
{
    return notification_text("node.hello", {{"protocol", {protocol_version}},
                                            {"node", hello.node},
                                            {"epoch", hello.epoch},
                                            {"nonce", hello.nonce}});
}

std::string viewer_hello_text(const ViewerHello& hello)
{
    return notification_text("viewer.hello", {{"nonce", hello.nonce}, {"proof", hello.proof}});
}

std::string node_proof_text(const std::string& proof)
{
    return notification_text("node.proof", {{"proof", proof}});
}

NodeHello read_node_hello(std::string_view text)
{
    return read_message(text, "node.hello", [](model::JsonFields& fields) {
        const auto versions = fields["protocol"].elements();
        const bool speaks_ours = std::ranges::any_of(
            versions, [](const model::JsonValue& version) { return version.uint64() == protocol_version; });
        if (!speaks_ours)
            throw std::runtime_error("it does not speak version " + std::to_string(protocol_version) +
                                     " of the protocol");
        return NodeHello{.node = printable(fields["node"].text(), name_bytes),
                         .epoch = printable(fields["epoch"].text(), name_bytes),
                         .nonce = read_nonce(fields)};
    });
}

ViewerHello read_viewer_hello(std::string_view text)
{
    return read_message(text, "viewer.hello", [](model::JsonFields& fields) {
        return ViewerHello{.nonce = read_nonce(fields), .proof = read_proof(fields)};
    });
}

std::string read_node_proof(std::string_view text)
{
    return read_message(text, "node.proof", [](model::JsonFields& fields) { return read_proof(fields); });
}

}  // namespace farfield::net
