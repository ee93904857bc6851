#include "net/client/sharing/invitation.h"

#include "tests/catch.h"

#include <stdexcept>

using namespace farfield::net;

TEST_CASE("Invitation: its text names the node, the session and the secret", "[invitation]")
{
    const std::string text = "farfield://[::1]:7117/#8b4ca509.5f0c";
    const Invitation invitation = parse_invitation(text);
    CHECK(invitation.at.host == "::1");
    CHECK(invitation.at.port == 7117);
    CHECK(invitation.join.session == "8b4ca509");
    CHECK(invitation.join.secret == "5f0c");
    CHECK(to_string(invitation) == text);
}

TEST_CASE("Invitation: another text is refused, without its secret", "[invitation]")
{
    CHECK_FALSE(is_invitation("localhost:7117"));
    for (const std::string text :
         {"farfield://", "farfield:///#1.5f0c", "farfield://host:1/#1", "farfield://host:1/#.5f0c",
          "farfield://host:1/#1.", "farfield://host:1/#1.5f0c;rm", "farfield://host:1/1.5f0c"}) {
        try {
            (void)parse_invitation(text);
            FAIL("it was taken: " << text);
        } catch (const std::invalid_argument& fault) {
            CHECK(std::string(fault.what()).find("5f0c") == std::string::npos);
        }
    }
}
