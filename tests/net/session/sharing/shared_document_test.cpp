#include "net/session/sharing/shared_document.h"

#include "tests/catch.h"

using namespace farfield::net;

namespace {

void accept_all(const Json&) {}

int code_of(SharedDocument& document, const Json& patch, std::optional<std::uint64_t> based_on = {},
            const SharedDocument::Check& check = accept_all)
{
    try {
        (void)document.patch(patch, based_on, check);
    } catch (const RpcError& error) {
        return static_cast<int>(error.code);
    }
    return 0;
}

}  // namespace

TEST_CASE("SharedDocument: a patch merges, and each change raises the version by one", "[sharing]")
{
    SharedDocument document;
    CHECK(document.patch({{"rakes", {{"a", {{"x", 1}}}, {"b", {{"x", 2}}}}}}, {}, accept_all));
    CHECK(document.patch({{"rakes", {{"a", {{"x", 3}}}}}}, 1, accept_all));
    CHECK(document.patch({{"rakes", {{"b", nullptr}}}}, 2, accept_all));
    CHECK(document.version() == 3);
    CHECK(document.document() == Json{{"rakes", {{"a", {{"x", 3}}}}}});
    CHECK_FALSE(document.patch({{"rakes", {{"a", {{"x", 3}}}}}}, {}, accept_all));
    CHECK(document.version() == 3);
}

TEST_CASE("SharedDocument: a patch that is for another version, or invalid, changes nothing", "[sharing]")
{
    SharedDocument document;
    CHECK(document.patch({{"clock", {{"at", 1}}}}, {}, accept_all));
    CHECK(code_of(document, {{"clock", {{"at", 2}}}}, 0) == static_cast<int>(RpcCode::Failed));
    CHECK(code_of(document, {{"camera", {{"eye", 1}}}}) == static_cast<int>(RpcCode::InvalidParams));
    const auto refuse = [](const Json&) { throw RpcError(RpcCode::InvalidParams, "clock.at"); };
    CHECK(code_of(document, {{"clock", {{"at", 2}}}}, {}, refuse) ==
          static_cast<int>(RpcCode::InvalidParams));
    const std::string long_text(SharedDocument::max_bytes, 'a');
    CHECK(code_of(document, {{"layers", {{"a", long_text}}}}) == static_cast<int>(RpcCode::LimitExceeded));
    CHECK(document.version() == 1);
    CHECK(document.document() == Json{{"clock", {{"at", 1}}}});
}

TEST_CASE("SharedDocument: a patch that is no object is refused", "[sharing]")
{
    SharedDocument document;
    for (const Json& patch : {Json::array(), Json{nullptr}, Json("rakes"), Json(3), Json(nullptr)})
        CHECK(code_of(document, patch) == static_cast<int>(RpcCode::InvalidParams));
    CHECK(document.document() == Json::object());
}

TEST_CASE("touches: a patch changes a thing, a part of it, or all that it is in", "[sharing]")
{
    const std::string rake = "rakes/inlet";
    CHECK(touches({{"rakes", {{"inlet", {{"seeds", 3}}}}}}, rake));
    CHECK(touches({{"rakes", {{"inlet", nullptr}}}}, rake));
    CHECK(touches({{"rakes", nullptr}}, rake));
    CHECK_FALSE(touches({{"rakes", {{"outlet", nullptr}}}}, rake));
    CHECK_FALSE(touches({{"layers", {{"inlet", nullptr}}}}, rake));
    CHECK_FALSE(touches(Json::object(), rake));
}
