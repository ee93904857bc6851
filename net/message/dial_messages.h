#pragma once

#include <string>
#include <string_view>

/// The first messages on a connection that a node opened to its viewer (docs/protocol.md, section 20): each
/// side proves that it has the token, the viewer first.
namespace farfield::net {

/// node.hello
struct NodeHello {
    std::string node;   ///< printable name of the node
    std::string epoch;  ///< epoch of the node's run, as in the answer to session.open
    std::string nonce;
};
/// viewer.hello
struct ViewerHello {
    std::string nonce;
    std::string proof;
};

/// 32 hexadecimal digits that cannot be foreseen. Throws std::runtime_error when the system has none.
[[nodiscard]] std::string dial_nonce();
/// HMAC-SHA256 with the token as its key over the side ("viewer" or "node") and both nonces as they were
/// sent, in hexadecimal.
[[nodiscard]] std::string dial_proof(std::string_view token, std::string_view side,
                                     std::string_view node_nonce, std::string_view viewer_nonce);
/// Compares two proofs in constant time.
[[nodiscard]] bool is_same_proof(std::string_view expected, std::string_view given);

[[nodiscard]] std::string node_hello_text(const NodeHello& hello);
[[nodiscard]] std::string viewer_hello_text(const ViewerHello& hello);
[[nodiscard]] std::string node_proof_text(const std::string& proof);

/// Read the three messages. They throw std::runtime_error with the fault: another message, a malformed nonce
/// or proof, or no protocol version that both sides speak.
[[nodiscard]] NodeHello read_node_hello(std::string_view text);
[[nodiscard]] ViewerHello read_viewer_hello(std::string_view text);
[[nodiscard]] std::string read_node_proof(std::string_view text);  ///< returns the proof

}  // namespace farfield::net
