#include <fmt/format.h>
#include <poll.h>

#include <array>
#include <mutex>

#include "relay/dis/entity_writer.h"
#include "relay/sockets/datagram_batch.h"
#include "tests/catch.h"
#include "tests/relay/service/peers/eventually.h"
#include "tests/relay/service/served_relay.h"

using namespace farfield;
using namespace farfield::net;
using namespace farfield::net::relay;
using namespace farfield::net::relay::test;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr Ipv4 out_group = 0xef4d0904;  // 239.77.9.4

std::string group_spec(const FreePort& port)
{
    return fmt::format("dis:{}:{}@lo", to_text(out_group), port.number());
}

/// What goes to the group, as any other program of this host receives it.
class GroupListener {
public:
    explicit GroupListener(const FreePort& port, Ipv4 group = out_group)
        : socket_{{.bind = {group, port.number()}, .joins_segments = false}}
    {
        REQUIRE(socket_.join(group, find_interface("lo")) == MulticastSocket::Joined::Done);
    }

    /// Datagrams until there are so many, or none came for long.
    const std::vector<std::vector<std::byte>>& receive(std::size_t count)
    {
        while (datagrams_.size() < count && wait(patience)) read();
        return datagrams_;
    }
    /// Whether nothing more comes for half a second.
    [[nodiscard]] bool is_silent() { return !wait(std::chrono::milliseconds{500}); }

private:
    bool wait(std::chrono::milliseconds at_most)
    {
        pollfd wanted{.fd = socket_.descriptor(), .events = POLLIN, .revents = 0};
        return ::poll(&wanted, 1, static_cast<int>(at_most.count())) == 1;
    }
    void read()
    {
        (void)batch_.receive(socket_, [this](const Datagram& datagram) {
            datagrams_.emplace_back(datagram.bytes.begin(), datagram.bytes.end());
        });
    }

    MulticastSocket socket_;
    DatagramBatch batch_;
    std::vector<std::vector<std::byte>> datagrams_;
};

/// Lines of robots on the Earth, some a datagram, with numbers from `first`.
void send_lines(std::uint16_t port, std::size_t count, std::size_t first = 0)
{
    constexpr std::size_t lines_a_datagram = 20;
    DatagramSender sender{{.to = {loopback_ipv4, port}}};
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
        text += fmt::format("{{\"id\": \"r{}\", \"lon\": 8, \"lat\": 46, \"alt\": {}}}\n", first + i, i);
        if ((i + 1) % lines_a_datagram != 0 && i + 1 < count) continue;
        const std::array one{std::as_bytes(std::span{text})};
        REQUIRE(sender.send(one) == 1);
        text.clear();
    }
}

/// The records of kind 1 among those that come, until there are so many.
std::vector<Copy> receive_states(BundleStream& bundles, std::size_t count)
{
    std::vector<Copy> states;
    while (states.size() < count) {
        const auto records = receive(bundles, 1);
        if (records.empty()) break;
        for (const Copy& record : records)
            if (record.kind == RecordKind::Dis) states.push_back(record);
    }
    return states;
}

RelaySettings with_output(const FreePort& group, std::uint16_t json_port, std::uint16_t site)
{
    RelaySettings settings;
    settings.inputs = {group_spec(group), fmt::format("json:udp:{}", json_port)};
    settings.outputs = {group_spec(group)};
    settings.json_site = site;
    return settings;
}

}  // namespace

TEST_CASE("Relay --out: PDUs go to the group singly, as sessions receive them", "[relay]")
{
    const FreePort port;
    const std::uint16_t json = unused_port();
    GroupListener group{port};
    ServedRelay served{with_output(port, json, 65'000)};
    BundleStream bundles{served.session(), Json::object(), Policy::Every};
    send_lines(json, 3);
    const auto states = receive_states(bundles, 3);
    const auto& datagrams = group.receive(3);
    REQUIRE(datagrams.size() == 3);
    for (std::size_t i = 0; i < 3; ++i) CHECK(datagrams[i] == states.at(i).bytes);
}

TEST_CASE("Relay --out: with ,bundle several PDUs go in one datagram, of at most its size", "[relay]")
{
    const FreePort port;
    const std::uint16_t json = unused_port();
    GroupListener group{port};
    RelaySettings settings = with_output(port, json, 65'000);
    settings.outputs[0] += ",bundle";
    settings.mtu_bytes = 1'000;
    settings.core.bundles = {.mode = BundleMode::Fixed, .interval_ns = 500 * ns_per_ms};
    ServedRelay served{settings};
    send_lines(json, 14);
    std::size_t bytes = 0, most = 0, count = 0;
    while (bytes < 14 * dis::entity_state_bytes) {
        const auto& datagrams = group.receive(count + 1);
        REQUIRE(datagrams.size() > count);
        for (; count < datagrams.size(); ++count) {
            bytes += datagrams[count].size();
            most = std::max(most, datagrams[count].size());
        }
    }
    CHECK(bytes == 14 * dis::entity_state_bytes);
    CHECK(most > dis::entity_state_bytes);
    CHECK(most <= 1'000);
}

TEST_CASE("Relay --out: two relays of one group pass 1,000 messages and are silent afterwards", "[relay]")
{
    constexpr std::size_t sent = 1'000;
    const FreePort port;
    const std::uint16_t json = unused_port(), other_json = unused_port();
    GroupListener group{port};
    ServedRelay first{with_output(port, json, 65'000)}, second{with_output(port, other_json, 65'001)};
    BundleStream at_first{first.session(), Json::object(), Policy::Every},
        at_second{second.session(), Json::object(), Policy::Every};
    send_lines(json, sent / 2);
    send_lines(other_json, sent / 2);
    CHECK(receive_states(at_first, sent).size() == sent);
    CHECK(receive_states(at_second, sent).size() == sent);
    CHECK(group.receive(sent).size() == sent);
    CHECK(group.is_silent());
    for (ServedRelay* const served : {&first, &second}) {
        const model::RelayStats stats = served->relay().stats();
        CHECK(stats.inputs.at(0).messages == sent / 2);
        CHECK(stats.inputs.at(0).reflected == sent / 2);
        CHECK(stats.outputs.at(0).sent == sent / 2);
        CHECK(stats.outputs.at(0).failed == 0);
        const auto output = served->relay().info().outputs.at(0).subscriber;
        const auto of_output =
            std::ranges::find(stats.subscribers, output, &model::RelaySubscriberStats::subscriber);
        REQUIRE(of_output != stats.subscribers.end());
        CHECK(of_output->filtered == sent / 2);
    }
}

TEST_CASE("Relay --out: what comes back from another address is known by its source, with a warning",
          "[relay]")
{
    const FreePort port;
    const std::uint16_t json = unused_port();
    GroupListener group{port};
    std::mutex mutex;
    std::vector<std::string> warnings;
    RelaySettings settings = with_output(port, json, 65'000);
    settings.warn = [&](const std::string& text) {
        const std::lock_guard lock(mutex);
        warnings.push_back(text);
    };
    ServedRelay served{settings};
    BundleStream bundles{served.session(), Json::object(), Policy::Every};
    send_lines(json, 1);
    REQUIRE(receive_states(bundles, 1).size() == 1);
    const std::vector<std::byte> reflected = group.receive(1).at(0);
    std::vector<std::byte> foreign = reflected;
    foreign[dis::id_offset + 1] = std::byte{1};  // another site
    DatagramSender mirror = sender_to(out_group, port.number());
    const std::array both{std::span<const std::byte>{reflected}, std::span<const std::byte>{foreign}};
    REQUIRE(mirror.send(both) == 2);
    const auto states = receive_states(bundles, 1);
    REQUIRE(states.size() == 1);
    CHECK(states[0].bytes == foreign);
    CHECK(served.relay().stats().inputs.at(0).reflected == 2);
    const std::lock_guard lock(mutex);
    REQUIRE(warnings.size() == 1);
    CHECK_THAT(warnings[0], ContainsSubstring("65000:1") && ContainsSubstring("--json-site"));
}

TEST_CASE("Relay --out: relays in a ring pass each message once, and what a source says again again",
          "[relay]")
{
    const std::size_t relays = GENERATE(std::size_t{2}, std::size_t{3});
    CAPTURE(relays);
    const FreePort port;
    const auto group = [](std::size_t number) { return out_group + static_cast<Ipv4>(number); };
    const auto spec = [&](std::size_t number) {
        return fmt::format("dis:{}:{}@lo", to_text(group(number % relays)), port.number());
    };
    std::mutex mutex;
    std::vector<std::string> warnings;
    std::vector<std::unique_ptr<ServedRelay>> ring;
    for (std::size_t n = 0; n < relays; ++n) {
        RelaySettings settings;
        settings.inputs = {spec(n)};
        settings.outputs = {spec(n + 1)};
        settings.warn = [&](const std::string& text) {
            const std::lock_guard lock(mutex);
            warnings.push_back(text);
        };
        ring.push_back(std::make_unique<ServedRelay>(settings));
    }
    GroupListener first{port, group(0)}, second{port, group(1)};
    DatagramSender source = sender_to(group(0), port.number());
    std::vector<std::vector<std::byte>> pdus(100, std::vector<std::byte>(dis::entity_state_bytes));
    for (std::size_t n = 0; n < pdus.size(); ++n) {
        dis::EntityState entity;
        entity.id = {1, 1, static_cast<std::uint16_t>(n + 1)};
        dis::write_entity_state(entity, std::span<std::byte, dis::entity_state_bytes>{pdus[n]});
    }
    for (std::size_t round = 1; round <= 3; ++round) {  // the same bytes each time, as of entities that stand
        for (const auto& pdu : pdus) {
            const std::span<const std::byte> one{pdu};
            REQUIRE(source.send({&one, 1}) == 1);
        }
        CHECK(second.receive(round * pdus.size()).size() == round * pdus.size());
        CHECK(first.receive(2 * round * pdus.size()).size() == 2 * round * pdus.size());  // and came round
    }
    CHECK(first.is_silent());
    CHECK(second.is_silent());
    CHECK(eventually([&] { return ring[0]->relay().stats().inputs.at(0).reflected == 3 * pdus.size(); }));
    const std::lock_guard lock(mutex);
    REQUIRE(warnings.size() == 1);
    CHECK_THAT(warnings[0], ContainsSubstring("another relay sends the other way"));
}

TEST_CASE("Relay --out: what a relay makes itself, heartbeats among it, does not come round either",
          "[relay]")
{
    const FreePort port;
    const std::uint16_t json = unused_port();
    const auto spec = [&](Ipv4 group) { return fmt::format("dis:{}:{}@lo", to_text(group), port.number()); };
    RelaySettings there, back;
    there.inputs = {spec(out_group), fmt::format("json:udp:{}", json)};
    there.outputs = {spec(out_group + 1)};
    back.inputs = {spec(out_group + 1)};
    back.outputs = {spec(out_group)};
    ServedRelay one{there}, other{back};
    GroupListener listener{port, out_group + 1};
    send_lines(json, 5);
    CHECK(listener.receive(10).size() == 10);  // and a heartbeat of each
    CHECK(listener.is_silent());
    CHECK(eventually([&] { return one.relay().stats().inputs.at(0).reflected == 10; }));
    CHECK(other.relay().stats().outputs.at(0).heartbeats == 0);  // though its site is the same
}

TEST_CASE("Relay --out: what goes to a group on one way and to a peer on the other does not come round",
          "[relay]")
{
    const bool sends_to_its_own_group = GENERATE(true, false);
    constexpr std::size_t sent = 100;
    const FreePort port;
    const auto spec = [&](Ipv4 group) { return fmt::format("dis:{}:{}@lo", to_text(group), port.number()); };
    RelaySettings near, far;
    near.core.bundles.relay = 1;
    near.inputs = {spec(out_group)};
    if (!sends_to_its_own_group) near.outputs = {spec(out_group + 1)};
    ServedRelay one{near};
    const std::string peer = fmt::format("127.0.0.1:{}", one.session().port);
    far.core.bundles.relay = 2;
    if (sends_to_its_own_group) {
        far.inputs = {"peer:" + peer};
        far.outputs = {spec(out_group)};
    } else {
        far.inputs = {spec(out_group + 1)};
        far.peers = {peer};
    }
    ServedRelay other{far};
    Relay& asked = sends_to_its_own_group ? one.relay() : other.relay();
    REQUIRE(eventually([&] { return !asked.interest_for(0xffffffff, nullptr).interest.empty(); }));
    GroupListener listener{port, sends_to_its_own_group ? out_group : out_group + 1};
    DatagramSender source = sender_to(out_group, port.number());
    std::vector<std::byte> pdu(dis::entity_state_bytes);
    for (std::size_t n = 0; n < sent; ++n) {
        dis::EntityState entity;
        entity.id = {1, 1, static_cast<std::uint16_t>(n + 1)};
        dis::write_entity_state(entity, std::span<std::byte, dis::entity_state_bytes>{pdu});
        const std::span<const std::byte> one_pdu{pdu};
        REQUIRE(source.send({&one_pdu, 1}) == 1);
    }
    const std::size_t expected = sends_to_its_own_group ? 2 * sent : sent;
    CHECK(listener.receive(expected).size() == expected);
    CHECK(listener.is_silent());
    CHECK(eventually([&] {
        const model::RelayStats stats = one.relay().stats();
        std::uint64_t returned = stats.inputs.at(0).reflected;
        for (const auto& publisher : stats.publishers) returned += publisher.returned;
        return returned == sent;
    }));
}

TEST_CASE("Relay --out: places in the scene's frame are left out", "[relay]")
{
    const FreePort port;
    const std::uint16_t json = unused_port();
    GroupListener group{port};
    ServedRelay served{with_output(port, json, 65'000)};
    DatagramSender sender{{.to = {loopback_ipv4, json}}};
    const std::string local = R"({"id": "robot", "x": 1, "y": 2, "z": 3})";
    const std::array one{std::as_bytes(std::span{local})};
    REQUIRE(sender.send(one) == 1);
    send_lines(json, 1);
    const auto& datagrams = group.receive(1);
    REQUIRE(datagrams.size() == 1);
    CHECK(dis::load_entity_id(datagrams[0].data() + dis::id_offset).entity == 2);
}

TEST_CASE("Relay --out: an output that cannot be opened says so, and what is none is refused", "[relay]")
{
    const FreePort port;
    RelaySettings settings;
    settings.inputs = {group_spec(port)};
    settings.outputs = {fmt::format("dis:{}@nowhere", to_text(out_group))};
    Relay relay{settings};
    const model::RelayInfo info = relay.info();
    CHECK(info.outputs.at(0).state == model::InputState::Failed);
    CHECK_THAT(info.outputs.at(0).message, ContainsSubstring("nowhere") && ContainsSubstring("lo"));
    settings.outputs = {"json:-"};
    CHECK_THROWS_WITH(Relay{settings}, ContainsSubstring("dis:GROUP"));
}

TEST_CASE("is_same_group: by address, port and interface", "[relay]")
{
    const auto spec = [](const std::string& text) { return std::get<DisSpec>(parse_input_spec(text)); };
    const DisSpec output = spec("dis:239.1.2.3:3000@lo");
    CHECK(is_same_group(spec("dis:239.1.2.3:3000@lo"), output));
    CHECK(is_same_group(spec("dis:239.1.2.3:3000"), output));
    CHECK(is_same_group(spec("dis:239.1.2.3:3000@127.0.0.1"), output));
    CHECK_FALSE(is_same_group(spec("dis:239.1.2.3:3001@lo"), output));
    CHECK_FALSE(is_same_group(spec("dis:239.1.2.4:3000@lo"), output));
    CHECK_FALSE(is_same_group(spec("dis:any:3000"), output));
    CHECK(is_same_group(spec("dis:any:3000"), spec("dis:192.0.2.255:3000")));
}

TEST_CASE("Relay --out: of a robot that stands, what it says again is not sent again", "[relay]")
{
    const FreePort port;
    const std::uint16_t json = unused_port();
    GroupListener group{port};
    ServedRelay served{with_output(port, json, 65'000)};
    BundleStream bundles{served.session(), Json::object(), Policy::Every};
    for (const double altitude : {100.0, 100.4, 102.0}) {
        send_text(json, fmt::format("{{\"id\": \"r\", \"lon\": 8, \"lat\": 46, \"alt\": {}}}", altitude));
        REQUIRE(receive_states(bundles, 1).size() == 1);  // sessions get each
    }
    CHECK(group.receive(2).size() == 2);
    CHECK(group.is_silent());
    const model::RelayOutputStats stats = served.relay().stats().outputs.at(0);
    CHECK(stats.sent == 2);
    CHECK(stats.unchanged == 1);
}

TEST_CASE("Relay --out: a heartbeat is counted beside what came", "[relay]")
{
    const FreePort port;
    const std::uint16_t json = unused_port();
    GroupListener group{port};
    ServedRelay served{with_output(port, json, 65'000)};
    send_lines(json, 1);
    REQUIRE(group.receive(2).size() == 2);  // the second one 5 s after the first
    REQUIRE(eventually([&] { return served.relay().stats().outputs.at(0).heartbeats == 1; }));
    const model::RelayOutputStats stats = served.relay().stats().outputs.at(0);
    CHECK(stats.sent == 1);
    CHECK(stats.datagrams == 2);
    CHECK(stats.heartbeats_failed == 0);
}
