// Sessions over TLS: what is refused, what is checked, and that nothing else changes.
#include <openssl/ssl.h>
#include <sys/stat.h>

#include <array>
#include <cstdlib>
#include <semaphore>

#include "net/client/sharing/invitation.h"
#include "tests/net/cutting_proxy.h"
#include "tests/net/spoiling_proxy.h"
#include "tests/net/tls_node.h"
#include "tests/temporary_folder.h"

using namespace farfield::net;
using namespace farfield::net::test;
using Catch::Matchers::ContainsSubstring;
using farfield::test::TemporaryFolder;

namespace {

/// Takes so many frames of so many bytes, in a row: the sum of their numbers.
std::uint64_t sum_of_frames(const ClientSettings& settings, std::uint64_t count, std::size_t bytes)
{
    std::vector<std::vector<std::byte>> memory(3, std::vector<std::byte>(bytes));
    FrameRing ring({memory.begin(), memory.end()});
    std::counting_semaphore<> arrived{0};
    ClientEvents events;
    events.frame_arrived = [&arrived](std::uint32_t) { arrived.release(); };
    Client client(settings, events);
    Json start = start_params({{"bytes", bytes}});
    start["policy"] = "every";
    start["slot_bytes"] = bytes;
    client.attach(client.call("program.start", start)["stream"].get<std::uint32_t>(), ring);
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        REQUIRE(arrived.try_acquire_for(std::chrono::seconds(60)));
        const auto frame = ring.take_next();
        REQUIRE(frame);
        sum += load_big<std::uint64_t>(ring.memory(frame->slot).data());
        ring.release_oldest(1);
        client.slots_released();
    }
    client.close();
    return sum;
}

/// A viewer's side in the raw, of this version of TLS and protocol.
std::string handshake_words(std::uint16_t port, int version, const std::string& protocol)
{
    RawPeer peer(port);
    SSL_CTX* const context = SSL_CTX_new(TLS_client_method());
    SSL_CTX_set_max_proto_version(context, version);
    const std::string list = static_cast<char>(protocol.size()) + protocol;
    if (!protocol.empty())
        SSL_CTX_set_alpn_protos(context, reinterpret_cast<const unsigned char*>(list.data()),
                                static_cast<unsigned>(list.size()));
    SSL* const ssl = SSL_new(context);
    SSL_set_fd(ssl, peer.native_handle());
    std::array<char, 1> byte{};
    const bool is_shaken = SSL_connect(ssl) == 1 && SSL_read(ssl, byte.data(), 1) == 1;
    const std::string words = is_shaken ? "" : tls_words();
    SSL_free(ssl);
    SSL_CTX_free(context);
    return words;
}

}  // namespace

TEST_CASE("TLS: a whole session, with frames of many records and calls with bytes", "[tls]")
{
    TestNode node(with_tls());
    const auto settings = by_pin(node.port(), node.settings.tls->pin());
    CHECK(sum_of_frames(settings, 40, 3'000'001) == 39 * 40 / 2);
    Client client(settings, {});
    const std::string long_word(300'000, 'x');
    CHECK_THROWS_WITH(client.call("dataset.open", {{"dataset", long_word}, {"velocity", 7}}),
                      !ContainsSubstring("lost"));
    CHECK(client.call("dataset.open", {{"dataset", "plain"}})["dataset"] == "plain");
    client.close();
}

TEST_CASE("TLS: a session whose connections are cut is resumed, and no frame is lost", "[tls]")
{
    TestNode node(with_tls());
    const CuttingProxy proxy(node.port(), 2'000'000, 3);
    auto settings = by_pin(proxy.port(), node.settings.tls->pin());
    settings.resume = true;
    CHECK(sum_of_frames(settings, 100, 100'000) == 99 * 100 / 2);
    CHECK(proxy.cuts() == 3);
}

TEST_CASE("TLS: on the same port viewers of this machine may use none", "[tls]")
{
    TestNode node(with_tls());
    ClientSettings plain;
    plain.port = node.port();
    CHECK(refusal_of(plain).empty());
    RawPeer browser(node.port());
    browser.send_text("GET / HTTP/1.1\r\nHost: node\r\n\r\n");
    CHECK(browser.receive_json()["error"]["code"] == static_cast<int>(RpcCode::BrokenMessage));
    CHECK(browser.is_closed());
}

TEST_CASE("TLS: a connection in the clear that may come from elsewhere is refused", "[tls]")
{
    TestNode node(with_tls(), Transport::SocketPair);
    RawPeer control(node.connect());
    const Json answer = control.call("session.open", {{"protocol", {1}}});
    CHECK(answer["error"]["code"] == not_authorised);
    CHECK_THAT(answer["error"]["message"].get<std::string>(), ContainsSubstring("over TLS alone"));
    CHECK(control.is_closed());
    RawPeer data(node.connect());
    CHECK(data.error_code("session.attach", {{"session", "x"}, {"secret", "y"}}) == not_authorised);
}

TEST_CASE("TLS: with TLS alone a connection in the clear of this machine is refused, too", "[tls]")
{
    auto node_settings = with_tls();
    node_settings.is_tls_only = true;
    TestNode node(node_settings);
    ClientSettings plain;
    plain.port = node.port();
    CHECK_THAT(refusal_of(plain), ContainsSubstring("takes connections over TLS alone"));
    CHECK(refusal_of(by_pin(node.port(), node.settings.tls->pin())).empty());
}

TEST_CASE("TLS: a node that speaks none is said in one line, and lives on", "[tls]")
{
    TestNode node;
    CHECK_THAT(refusal_of(by_pin(node.port(), "sha256:00")), ContainsSubstring("it speaks no TLS"));
    ClientSettings plain;
    plain.port = node.port();
    CHECK(refusal_of(plain).empty());
}

TEST_CASE("TLS: older versions and other protocols are refused, and the node lives on", "[tls]")
{
    TestNode node(with_tls());
    CHECK_THAT(handshake_words(node.port(), TLS1_2_VERSION, "farfield/1"),
               ContainsSubstring("protocol version"));
    CHECK_THAT(handshake_words(node.port(), TLS1_3_VERSION, "http/1.1"),
               ContainsSubstring("no application protocol"));
    CHECK_THAT(handshake_words(node.port(), TLS1_3_VERSION, ""),
               ContainsSubstring("no application protocol"));
    CHECK(refusal_of(by_pin(node.port(), node.settings.tls->pin())).empty());
}

TEST_CASE("TLS: a key with another pin is refused, and both pins are shown", "[tls]")
{
    TestNode node(with_tls());
    const std::string other = "sha256:" + std::string(64, '0');
    CHECK_THAT(refusal_of(by_pin(node.port(), other)),
               ContainsSubstring("found " + node.settings.tls->pin() + ", expected " + other));
}

TEST_CASE(
    "TLS: a record of the handshake that is changed on the way is said to be, whatever the certificate is",
    "[tls]")
{
    using Side = SpoilingProxy::Side;
    TestNode node(with_tls());
    // The node's: hello, change of cipher, extensions, certificate, its proof, end. The viewer's: hello,
    // change of cipher, end.
    const auto refusal = [&](Side sender, int record) {
        const SpoilingProxy proxy(node.port(), sender, record);
        const std::string words = refusal_of(by_pin(proxy.port(), node.settings.tls->pin()));
        CHECK(proxy.has_spoilt());
        return words;
    };
    for (const int record : {0, 1, 2, 3, 4, 5}) {
        const std::string words = refusal(Side::Node, record);
        INFO("the node's record " << record << ": " << words);
        CHECK_THAT(words, ContainsSubstring("TLS: ") && !ContainsSubstring("certificate"));
        if (record != 1) CHECK_THAT(words, ContainsSubstring("changed on the way"));
    }
    for (const int record : {0, 2}) {
        const std::string words = refusal(Side::Viewer, record);
        INFO("the viewer's record " << record << ": " << words);
        CHECK_THAT(words, ContainsSubstring("changed on the way") && !ContainsSubstring("certificate"));
    }
    CHECK(refusal_of(by_pin(node.port(), node.settings.tls->pin())).empty());
}

TEST_CASE("TLS: a key is noted at first, and a changed one refused", "[tls]")
{
    const TemporaryFolder folder;
    const std::string file = folder.file("farfield/known_nodes");
    TestNode node(with_tls());
    auto settings = by_pin(node.port(), "");
    settings.tls = TlsTerms{.check = TlsTerms::Check::Known, .pin = {}, .file = file};
    CHECK(refusal_of(settings).empty());
    const std::string pin = node.settings.tls->pin();
    const std::string name = "127.0.0.1:" + std::to_string(node.port());
    CHECK(farfield::test::read_text(file) == name + " " + pin + "\n");
    struct stat status {};
    REQUIRE(::stat(file.c_str(), &status) == 0);
    CHECK((status.st_mode & 0777) == 0600);
    CHECK(refusal_of(settings).empty());
    const std::string before = "sha256:" + std::string(64, 'a');
    folder.write("farfield/known_nodes", "elsewhere:7117 " + pin + "\n" + name + " " + before + "\n");
    CHECK_THAT(refusal_of(settings), ContainsSubstring("its key has changed: found " + pin + ", expected " +
                                                       before + " of " + file + ":2"));
}

TEST_CASE("TLS: authorities vouch for the node's name, for as long as they say", "[tls]")
{
    const TemporaryFolder folder;
    const TlsKey key = make_key();
    const auto refusal = [&](const std::vector<std::string>& hosts, Validity validity, bool is_trusted) {
        const TlsCertificate certificate = sign_own(*key, hosts, validity);
        TestNode node(with_tls(std::make_shared<const TlsContext>(*key, *certificate)));
        const std::string file = folder.write("authorities.pem", is_trusted ? text_of(*certificate) : "");
        ::setenv("SSL_CERT_FILE", file.c_str(), 1);
        ::setenv("SSL_CERT_DIR", folder.path().c_str(), 1);
        ClientSettings settings;
        settings.port = node.port();
        settings.tls = TlsTerms{};
        const std::string words = refusal_of(settings);
        ::unsetenv("SSL_CERT_FILE");
        ::unsetenv("SSL_CERT_DIR");
        return words;
    };
    using std::chrono::hours;
    CHECK(refusal({"127.0.0.1"}, {}, true).empty());
    CHECK_THAT(refusal({"127.0.0.1"}, {}, false),
               ContainsSubstring("certificate is refused: self-signed certificate"));
    CHECK_THAT(refusal({"elsewhere"}, {}, true), ContainsSubstring("mismatch"));
    CHECK_THAT(refusal({"127.0.0.1"}, {.from = -hours(48), .until = -hours(24)}, true),
               ContainsSubstring("certificate has expired"));
    CHECK_THAT(refusal({"127.0.0.1"}, {.from = hours(24), .until = hours(48)}, true),
               ContainsSubstring("not yet valid"));
}

TEST_CASE("TLS: a handshake that is cut or does not go on harms no other", "[tls]")
{
    auto settings = with_tls();
    settings.first_message_timeout = std::chrono::milliseconds(300);
    TestNode node(settings);
    const std::string begun("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 11);
    {
        RawPeer cut(node.port());
        cut.send_text(begun);
    }
    RawPeer idle(node.port());
    idle.send_text(begun);
    CHECK(idle.is_closed());  // within the time that strangers have
    CHECK(refusal_of(by_pin(node.port(), node.settings.tls->pin())).empty());
}

TEST_CASE("TLS: an invitation has the node's pin, by which a guest comes over TLS", "[tls]")
{
    TestNode node(with_tls());
    const std::string pin = node.settings.tls->pin();
    Client owner(by_pin(node.port(), pin), {});
    const Json invited = owner.call("session.invite", Json::object());
    CHECK(invited["pin"] == pin);
    const Invitation invitation = parse_invitation(invited["invitation"].get<std::string>());
    CHECK(invitation.pin == pin);
    ClientSettings guest;
    invitation.apply_to(guest);
    Client member(guest, {});
    CHECK(member.session()["role"] == "edit");
    CHECK(member.session()["session"] == owner.session()["session"]);
    member.close();
    owner.close();
}

TEST_CASE("TLS: a node's key is made once, and for its owner alone", "[tls]")
{
    const TemporaryFolder folder;
    const std::string file = folder.file("farfield/node-key.pem");
    const auto first = self_signed(file);
    CHECK(self_signed(file)->pin() == first->pin());
    struct stat status {};
    REQUIRE(::stat(file.c_str(), &status) == 0);
    CHECK((status.st_mode & 0777) == 0600);
    ::chmod(file.c_str(), 0640);
    CHECK_THROWS_WITH(self_signed(file), ContainsSubstring("expected mode 600"));
    ::chmod(file.c_str(), 0600);
    folder.write("farfield/node-key.pem", "no key");
    CHECK_THROWS_WITH(self_signed(file), ContainsSubstring("holds no key"));
}

TEST_CASE("TLS: a certificate that does not fit its key is refused by name", "[tls]")
{
    const TemporaryFolder folder;
    const TlsKey key = make_key(), other = make_key();
    const std::string certificate = folder.write("node.crt", text_of(*sign_own(*key, {"node"})));
    const std::string own = folder.write("node.key", text_of(*key));
    const std::string wrong = folder.write("other.key", text_of(*other));
    ::chmod(own.c_str(), 0600);
    ::chmod(wrong.c_str(), 0600);
    CHECK(TlsContext(certificate, own).pin() == pin_of(*sign_own(*key, {"renewed"})));
    CHECK_THROWS_WITH(TlsContext(certificate, wrong), ContainsSubstring("other.key"));
    CHECK_THROWS_WITH(TlsContext(folder.file("none.crt"), own), ContainsSubstring("none.crt"));
    ::chmod(own.c_str(), 0644);
    CHECK_THROWS_WITH(TlsContext(certificate, own), ContainsSubstring("open to every user"));
}
