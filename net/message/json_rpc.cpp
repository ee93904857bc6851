#include "net/message/json_rpc.h"

#include <cstdint>
#include <utility>

#include "net/message/bounded_json.h"
#include "net/message/limits.h"

namespace farfield::net {
namespace {

/// Longest string id, in bytes: the session keeps ids with their answers.
constexpr std::size_t max_id_bytes = 256;

/// True for an integer of 64 bits with a sign; the parser reads larger ones as unsigned numbers.
bool is_integer(const Json& number)
{
    return number.is_number_integer() &&
           (!number.is_number_unsigned() || number.get<std::uint64_t>() <= INT64_MAX);
}

bool is_id(const Json& id)
{
    if (id.is_string()) return id.get_ref<const std::string&>().size() <= max_id_bytes;
    return is_integer(id);
}

/// The id of a faulty call, null when unusable: with it the answer reaches its caller.
Json id_of(const Json& message)
{
    const auto id = message.find("id");
    return id != message.end() && is_id(*id) ? *id : Json(nullptr);
}

RpcRefusal invalid(const Json& id, const std::string& what)
{
    return {id, RpcError(RpcCode::InvalidRequest, "not a JSON-RPC 2.0 call: " + what)};
}

bool is_version_2(const Json& message)
{
    const auto version = message.find("jsonrpc");
    return version != message.end() && *version == "2.0";
}

std::string text_of(const Json& message)
{
    return message.dump(-1, ' ', false, Json::error_handler_t::replace);
}

RpcError read_error(const Json& error)
{
    const auto code = static_cast<RpcCode>(error.at("code").get<int>());
    return {code, error.at("message").get<std::string>(), error.value("data", Json(nullptr))};
}

}  // namespace

std::variant<RpcCall, RpcRefusal> parse_call(std::string_view text)
{
    Json message = parse_bounded_json(text);
    if (message.is_discarded())
        return RpcRefusal{nullptr,
                          RpcError(RpcCode::ParseError,
                                   "the control message is not JSON in UTF-8, is nested too deep, or has a "
                                   "number out of range or a member twice")};
    if (message.is_array()) return invalid(nullptr, "batches are not supported");
    if (!message.is_object()) return invalid(nullptr, "expected an object");

    const Json id = id_of(message);
    if (message.contains("id") && id.is_null())
        return invalid(nullptr, "'id' must be an integer of 64 bits or a string of at most 256 bytes");
    if (!is_version_2(message)) return invalid(id, "'jsonrpc' must be \"2.0\"");
    const auto method = message.find("method");
    if (method == message.end() || !method->is_string()) return invalid(id, "'method' must be a string");
    const auto params = message.find("params");
    if (params != message.end() && !params->is_object())
        return invalid(id, "'params' must be an object: parameters are by name");

    const auto answered = message.find("answered");
    if (answered != message.end() && !is_integer(*answered))
        return invalid(id, "'answered' must be an integer from -9223372036854775808 to 9223372036854775807");

    RpcCall call{id, method->get<std::string>()};
    if (params != message.end()) call.params = std::move(*params);
    if (answered != message.end()) call.answered = answered->get<std::int64_t>();
    return call;
}

std::variant<RpcAnswer, RpcNotification> parse_answer(std::string_view text)
{
    const Json message = parse_bounded_json(text);
    if (!message.is_object() || !is_version_2(message))
        throw std::runtime_error("the node sent a control message that is not JSON-RPC 2.0");
    try {
        if (message.contains("method"))
            return RpcNotification{message.at("method").get<std::string>(),
                                   message.value("params", Json::object()),
                                   message.value("event", std::uint64_t{0})};
        RpcAnswer answer{message.at("id"), nullptr, std::nullopt};
        if (message.contains("error"))
            answer.error = read_error(message.at("error"));
        else
            answer.result = message.at("result");
        return answer;
    } catch (const Json::exception&) {
        throw std::runtime_error(
            "the node sent a faulty JSON-RPC answer: a member is missing, or of another type");
    }
}

std::string call_text(const Json& id, const std::string& method, const Json& params,
                      std::optional<std::int64_t> answered)
{
    Json call{{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}};
    if (answered) call["answered"] = *answered;
    return text_of(call);
}

std::string result_text(const Json& id, const Json& result)
{
    return text_of({{"jsonrpc", "2.0"}, {"id", id}, {"result", result}});
}

std::string error_text(const Json& id, const RpcError& error)
{
    Json body{{"code", static_cast<int>(error.code)}, {"message", error.what()}};
    if (!error.data.is_null()) body["data"] = error.data;
    return text_of({{"jsonrpc", "2.0"}, {"id", id}, {"error", std::move(body)}});
}

std::string answer_text(const Json& id, const Json& result)
{
    std::string text = result_text(id, result);
    if (text.size() <= max_control_bytes) return text;
    return error_text(id, RpcError(RpcCode::Failed, "the answer of " + std::to_string(text.size()) +
                                                        " bytes is longer than a control message may be (" +
                                                        std::to_string(max_control_bytes) + ")"));
}

std::string notification_text(const std::string& method, const Json& params, std::uint64_t event)
{
    Json notification{{"jsonrpc", "2.0"}, {"method", method}, {"params", params}};
    if (event != 0) notification["event"] = event;
    return text_of(notification);
}

}  // namespace farfield::net
