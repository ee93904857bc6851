#include "net/session/sharing/holds.h"

#include "tests/catch.h"

using namespace farfield::net;
using namespace std::chrono_literals;

namespace {

const Holds::Clock::time_point start{};
constexpr MemberNumber ada = 1, bob = 2;
const Json drag{{"rakes", {{"inlet", {{"seeds", 3}}}}}};

/// The member that holds what this one wants; 0: none does.
MemberNumber refused_by(Holds& holds, MemberNumber member, const std::string& what)
{
    try {
        (void)holds.hold(member, what, start);
    } catch (const RpcError& error) {
        REQUIRE(error.code == RpcCode::Held);
        return error.data.at("by").get<MemberNumber>();
    }
    return 0;
}

}  // namespace

TEST_CASE("Holds: what one member holds another can neither hold nor change", "[sharing]")
{
    Holds holds;
    CHECK(holds.hold(ada, "rakes/inlet", start));
    CHECK_FALSE(holds.hold(ada, "rakes/inlet", start));
    CHECK(refused_by(holds, bob, "rakes/inlet") == ada);
    CHECK(refused_by(holds, bob, "rakes/inlet/seeds") == ada);
    CHECK(refused_by(holds, bob, "rakes/outlet") == 0);
    CHECK_THROWS_AS(holds.patched(bob, drag, start), RpcError);
    CHECK_NOTHROW(holds.patched(ada, drag, start));
    CHECK_FALSE(holds.release(bob, "rakes/inlet"));
    CHECK(holds.release(ada, "rakes/inlet"));
    CHECK_NOTHROW(holds.patched(bob, drag, start));
}

TEST_CASE("Holds: one ends some time after the last patch of it", "[sharing]")
{
    Holds holds;
    CHECK_FALSE(holds.next_end());
    (void)holds.hold(ada, "rakes/inlet", start);
    holds.patched(ada, drag, start + 5s);
    CHECK(holds.next_end() == start + 15s);
    CHECK(holds.release_rested(start + 14s).empty());
    CHECK(holds.release_rested(start + 15s) == std::vector<std::string>{"rakes/inlet"});
    CHECK(refused_by(holds, bob, "rakes/inlet") == 0);
}

TEST_CASE("Holds: all of a member end at once", "[sharing]")
{
    Holds holds;
    (void)holds.hold(ada, "rakes/a", start);
    (void)holds.hold(bob, "rakes/b", start);
    (void)holds.hold(ada, "layers/c", start);
    CHECK(holds.release_all(ada) == std::vector<std::string>{"layers/c", "rakes/a"});
    CHECK(holds.all().size() == 1);
}

TEST_CASE("Holds: what is no path of a thing, and too many, are refused", "[sharing]")
{
    Holds holds;
    for (const std::string what :
         {"", "rakes", "rakes/", "/inlet", "rakes//x", "rakes/a/", "camera/eye", "secret/x"})
        CHECK_THROWS_AS(holds.hold(ada, what, start), RpcError);
    CHECK_NOTHROW(holds.hold(bob, "scene/time/at", start));
    CHECK(holds.release(bob, "scene/time/at"));
    CHECK_THROWS_AS(holds.hold(ada, "rakes/" + std::string(Holds::max_path_bytes, 'a'), start), RpcError);
    for (std::size_t i = 0; i < Holds::max_holds; ++i)
        (void)holds.hold(ada, "rakes/" + std::to_string(i), start);
    CHECK_THROWS_AS(holds.hold(ada, "rakes/more", start), RpcError);
}
