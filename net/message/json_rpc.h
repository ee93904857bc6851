#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "net/message/control_messages.h"

/// The text of JSON-RPC 2.0 messages (https://www.jsonrpc.org/specification), both ends. Ids are integers of
/// 64 bits, or strings.
namespace farfield::net {

/// A call as it arrived. `id` is null for a notification, which is run but never answered.
struct RpcCall {
    Json id;
    std::string method;
    Json params = Json::object();
    std::optional<std::int64_t> answered = {};  ///< the caller has the answers to all integers up to this one
};

/// The answer to a text that is no valid call: ParseError or InvalidRequest, with the id where one could be
/// read.
struct RpcRefusal {
    Json id;
    RpcError error;
};

/// Reads a call. Batches and positional parameters are refused: this protocol has none.
[[nodiscard]] std::variant<RpcCall, RpcRefusal> parse_call(std::string_view text);

/// An answer as it arrived: either a result or an error.
struct RpcAnswer {
    Json id;
    Json result;
    std::optional<RpcError> error;
};
struct RpcNotification {
    std::string method;
    Json params = Json::object();
    std::uint64_t event = 0;  ///< its number; 0: it has none
};

/// Reads what a node sends. Throws std::runtime_error when it is neither an answer nor a notification.
[[nodiscard]] std::variant<RpcAnswer, RpcNotification> parse_answer(std::string_view text);

/// Text to send. Strings that are not UTF-8 (a file's name) get U+FFFD where they are wrong.
[[nodiscard]] std::string call_text(const Json& id, const std::string& method, const Json& params,
                                    std::optional<std::int64_t> answered = {});
[[nodiscard]] std::string result_text(const Json& id, const Json& result);
/// As result_text(), or an error where that is longer than a control message may be.
[[nodiscard]] std::string answer_text(const Json& id, const Json& result);
[[nodiscard]] std::string error_text(const Json& id, const RpcError& error);
/// event: its number among those of a session; 0: it has none.
[[nodiscard]] std::string notification_text(const std::string& method, const Json& params,
                                            std::uint64_t event = 0);

}  // namespace farfield::net
