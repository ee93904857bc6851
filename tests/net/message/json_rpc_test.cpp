#include "net/message/json_rpc.h"

#include "tests/catch.h"

using namespace farfield::net;

namespace {

RpcRefusal refusal(std::string_view text)
{
    return std::get<RpcRefusal>(parse_call(text));
}

}  // namespace

TEST_CASE("parse_call: a call with an integer id", "[json_rpc]")
{
    const auto call =
        std::get<RpcCall>(parse_call(R"({"jsonrpc":"2.0","id":7,"method":"a.b","params":{"x":1}})"));
    CHECK(call.id == 7);
    CHECK(call.method == "a.b");
    CHECK(call.params == Json{{"x", 1}});
}

TEST_CASE("parse_call: a string id stays a string", "[json_rpc]")
{
    const auto call = std::get<RpcCall>(parse_call(R"({"jsonrpc":"2.0","id":"7","method":"m"})"));
    CHECK(call.id == "7");
    CHECK(call.params == Json::object());
}

TEST_CASE("parse_call: a notification has a null id", "[json_rpc]")
{
    CHECK(std::get<RpcCall>(parse_call(R"({"jsonrpc":"2.0","method":"m"})")).id.is_null());
}

TEST_CASE("parse_call: text that is not JSON is a parse error with a null id", "[json_rpc]")
{
    for (const char* text :
         {"", "{", "nonsense", "{\"jsonrpc\":\"2.0\",}", "\"\xff\xfe\"", "{\"id\":1,\"id\":1}"}) {
        CHECK(refusal(text).error.code == RpcCode::ParseError);
        CHECK(refusal(text).id.is_null());
    }
}

TEST_CASE("parse_call: JSON that is no call is an invalid request", "[json_rpc]")
{
    for (const char* text : {
             "[]",                                           // a batch
             "1",                                            // no object
             R"({"id":1,"method":"m"})",                     // no version
             R"({"jsonrpc":"1.0","id":1,"method":"m"})",     // another version
             R"({"jsonrpc":2.0,"id":1,"method":"m"})",       // a number for a version
             R"({"jsonrpc":"2.0","id":1})",                  // no method
             R"({"jsonrpc":"2.0","id":1,"method":5})",       // a method that is no string
             R"({"jsonrpc":"2.0","id":1.5,"method":"m"})",   // an id that is neither integer nor string
             R"({"jsonrpc":"2.0","id":null,"method":"m"})",  // a null id
             R"({"jsonrpc":"2.0","id":1,"method":"m","params":[1]})",  // positional parameters
         })
        CHECK(refusal(text).error.code == RpcCode::InvalidRequest);
}

TEST_CASE("parse_call: what a caller has the answers to is an integer of 64 bits", "[json_rpc]")
{
    const auto with = [](const std::string& answered) {
        return R"({"jsonrpc":"2.0","id":1,"method":"m","answered":)" + answered + "}";
    };
    CHECK(std::get<RpcCall>(parse_call(with("-9223372036854775808"))).answered == INT64_MIN);
    for (const char* wrong : {"9223372036854775808", "18446744073709551616", "1.5", "\"1\""})
        CHECK(refusal(with(wrong)).error.what() ==
              std::string("not a JSON-RPC 2.0 call: 'answered' must be an integer from -9223372036854775808 "
                          "to 9223372036854775807"));
}

TEST_CASE("parse_call: a refusal carries the id where there is one", "[json_rpc]")
{
    CHECK(refusal(R"({"jsonrpc":"2.0","id":"a","params":{}})").id == "a");
}

TEST_CASE("parse_call: deeply nested JSON is refused before it can use up the stack", "[json_rpc]")
{
    const std::string deep(400'000, '[');
    const std::string end(400'000, ']');
    CHECK(refusal(deep).error.code == RpcCode::ParseError);
    CHECK(refusal(deep + end).error.code == RpcCode::ParseError);
    const std::string call = R"({"jsonrpc":"2.0","id":1,"method":"m","params":{"x":)";
    CHECK(refusal(call + deep + end + "}}").error.code == RpcCode::ParseError);
    CHECK_THROWS_AS(parse_answer(deep + end), std::runtime_error);
    CHECK(std::holds_alternative<RpcCall>(parse_call(call + "[[[[[[]]]]]]}}")));
}

TEST_CASE("parse_call: an id of more than 256 bytes is refused", "[json_rpc]")
{
    const auto call = [](std::size_t bytes) {
        return R"({"jsonrpc":"2.0","method":"m","id":")" + std::string(bytes, 'x') + "\"}";
    };
    CHECK(std::holds_alternative<RpcCall>(parse_call(call(256))));
    CHECK(refusal(call(257)).error.code == RpcCode::InvalidRequest);
}

TEST_CASE("result_text: what parse_answer reads back", "[json_rpc]")
{
    const auto answer = std::get<RpcAnswer>(parse_answer(result_text(3, {{"stream", 1}})));
    CHECK(answer.id == 3);
    CHECK(answer.result == Json{{"stream", 1}});
    CHECK_FALSE(answer.error);
}

TEST_CASE("error_text: code, message and data come back", "[json_rpc]")
{
    const RpcError error(RpcCode::LimitExceeded, "too many", {{"limit", "max_streams"}});
    const auto answer = std::get<RpcAnswer>(parse_answer(error_text("x", error)));
    REQUIRE(answer.error);
    CHECK(answer.id == "x");
    CHECK(answer.error->code == RpcCode::LimitExceeded);
    CHECK(std::string(answer.error->what()) == "too many");
    CHECK(answer.error->data == Json{{"limit", "max_streams"}});
}

TEST_CASE("notification_text: has no id", "[json_rpc]")
{
    const std::string text = notification_text("program.ended", {{"stream", 1}});
    CHECK_FALSE(Json::parse(text).contains("id"));
    const auto notification = std::get<RpcNotification>(parse_answer(text));
    CHECK(notification.method == "program.ended");
    CHECK(notification.params == Json{{"stream", 1}});
}

TEST_CASE("parse_answer: what is neither answer nor notification throws", "[json_rpc]")
{
    for (const char* text :
         {"", "[]", "{}", R"({"jsonrpc":"2.0","id":1})", R"({"jsonrpc":"2.0","id":1,"error":5})",
          R"({"jsonrpc":"2.0","id":1,"error":{"code":"x","message":"m"}})"})
        CHECK_THROWS_AS(parse_answer(text), std::runtime_error);
}

TEST_CASE("result_text: a string that is not UTF-8 is sent all the same", "[json_rpc]")
{
    CHECK(Json::parse(result_text(1, "caf\xe9")).at("result") == "caf\xef\xbf\xbd");
}
