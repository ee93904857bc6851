#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "net/message/control_messages.h"

/// Texts of JSON-RPC 2.0 messages (https://www.jsonrpc.org/specification), for both ends. Ids are integers of
/// 64 bits, or strings.
namespace farfield::net {

/// A call as it arrived. `id` is null for a notification, which is run but never answered.
struct RpcCall {
    Json id;
    std::string method;
    Json params = Json::object();
    std::optional<std::int64_t> answered = {};  ///< answers to all ids up to this one have reached the caller
};

/// The answer to a text that is no valid call: ParseError or InvalidRequest, with the call's id where it
/// could be read.
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
    std::uint64_t event = 0;  ///< number of the event; 0: it has none
};

/// Parses a message from a node. Throws std::runtime_error when it is neither an answer nor a notification.
[[nodiscard]] std::variant<RpcAnswer, RpcNotification> parse_answer(std::string_view text);

/// Writes a call's text. Strings that are not UTF-8 (such as a file's name) get U+FFFD for each bad byte.
[[nodiscard]] std::string call_text(const Json& id, const std::string& method, const Json& params,
                                    std::optional<std::int64_t> answered = {});
[[nodiscard]] std::string result_text(const Json& id, const Json& result);
/// Writes a result like result_text(), but an error if it exceeds the limit of a control message.
[[nodiscard]] std::string answer_text(const Json& id, const Json& result);
[[nodiscard]] std::string error_text(const Json& id, const RpcError& error);
/// event: number of the notification among the session's events; 0: it has none.
[[nodiscard]] std::string notification_text(const std::string& method, const Json& params,
                                            std::uint64_t event = 0);

}  // namespace farfield::net
