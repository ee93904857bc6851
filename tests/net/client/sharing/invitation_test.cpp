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

TEST_CASE("Invitation: of a node over TLS it has the pin, by which a guest connects", "[invitation]")
{
    const std::string pin = "sha256:" + std::string(64, '7');
    const std::string text = "farfield://node.example.org:7117/?pin=" + pin + "#8b4ca509.5f0c";
    const Invitation invitation = parse_invitation(text);
    CHECK(invitation.at.host == "node.example.org");
    CHECK(invitation.pin == pin);
    CHECK(to_string(invitation) == text);
    ClientSettings settings;
    invitation.apply_to(settings);
    REQUIRE(settings.tls);
    CHECK(settings.tls->check == TlsTerms::Check::Pin);
    CHECK(settings.tls->pin == pin);
    ClientSettings plain;
    parse_invitation("farfield://localhost:7117/#8b4ca509.5f0c").apply_to(plain);
    CHECK_FALSE(plain.tls);
}

TEST_CASE("Invitation: another text is refused, without its secret", "[invitation]")
{
    CHECK_FALSE(is_invitation("localhost:7117"));
    for (const std::string text :
         {"farfield://", "farfield:///#1.5f0c", "farfield://host:1/#1", "farfield://host:1/#.5f0c",
          "farfield://host:1/#1.", "farfield://host:1/#1.5f0c;rm", "farfield://host:1/1.5f0c",
          "farfield://host:1/?pin=#1.5f0c", "farfield://host:1/?pin=sha256:00#1.5f0c",
          "farfield://host:1/?x#1.5f0c", "farfield://host:1#1.5f0c"}) {
        try {
            (void)parse_invitation(text);
            FAIL("it was taken: " << text);
        } catch (const std::invalid_argument& fault) {
            CHECK(std::string(fault.what()).find("5f0c") == std::string::npos);
        }
    }
}
