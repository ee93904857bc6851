#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <random>

#include "net/message/byte_order.h"
#include "relay/hosts/host_session.h"
#include "tests/catch.h"
#include "tests/relay/hosts/lossy_way.h"
#include "tests/relay/service/served_relay.h"

using namespace farfield;
using namespace farfield::net;
using namespace farfield::net::relay;
using namespace farfield::net::relay::test;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr Ipv4 in_group = 0xef4d'0a01, hosts_group = 0xef4d'0b01;  // 239.77.10.1, 239.77.11.1
constexpr std::chrono::milliseconds moment{2};

RelaySettings relay_settings(const FreePort& in, const std::string& hosts)
{
    RelaySettings settings;
    settings.inputs = {fmt::format("groups:{}/1:{}@lo", to_text(in_group), in.number())};
    settings.hosts = hosts;
    return settings;
}

/// A host and what it took.
struct Host {
    explicit Host(const ServedRelay& relay, const Json& params = Json::object(), std::uint16_t port = 0)
        : session{relay.session(),
                  params,
                  {.at = port != 0 ? std::optional{Endpoint{loopback_ipv4, port}} : std::nullopt}}
    {}

    void receive()
    {
        session.receive(moment, [this](const Record& record, const model::BundlePreamble&) {
            const auto number = load_big<std::uint32_t>(record.bytes.data() + 4);
            numbers.push_back(number);
            const bool has_priority = (record.flags & model::record_priority) != 0;
            with_priority += has_priority ? 1 : 0;
            std::uint32_t& last = last_of[record.source];
            is_in_order = is_in_order && (has_priority || number > last);
            if (!has_priority) last = number;
        });
    }
    /// Takes what comes until it is so.
    bool receive_until(const std::function<bool()>& is_enough)
    {
        const auto end = std::chrono::steady_clock::now() + patience;
        while (!is_enough()) {
            if (std::chrono::steady_clock::now() > end) return false;
            receive();
        }
        return true;
    }

    HostSession session;
    std::vector<std::uint32_t> numbers;
    std::map<std::uint32_t, std::uint32_t> last_of;
    std::uint64_t with_priority = 0;
    bool is_in_order = true;
};

/// Sends messages of 150 bytes with their numbers from 1 on, while hosts receive. Addresses 0 to 31; a part
/// of them has priority.
class Sender {
public:
    explicit Sender(const FreePort& port) : sender_{sender_to(in_group, port.number())} {}

    void send(std::size_t count, std::uint32_t one_of_priority, const std::function<void()>& meanwhile)
    {
        constexpr std::size_t at_once = 25;
        for (std::size_t sent = 0; sent < count; sent += at_once) {
            std::vector<std::vector<std::byte>> messages;
            for (std::size_t i = 0; i < at_once; ++i) {
                const bool has_priority = random_() % one_of_priority == 0;
                with_priority += has_priority ? 1 : 0;
                const auto address =
                    static_cast<std::uint16_t>((random_() % 16) * 2 + (has_priority ? 1 : 0));
                std::vector<std::byte>& bytes = messages.emplace_back(150);
                store_big(bytes.data(), address);
                store_big(bytes.data() + 4, ++number_);
            }
            const std::vector<std::span<const std::byte>> all(messages.begin(), messages.end());
            REQUIRE(sender_.send(all) == at_once);
            meanwhile();
        }
    }
    std::uint64_t with_priority = 0;

private:
    DatagramSender sender_;
    std::mt19937 random_{2};
    std::uint32_t number_ = 0;
};

model::RelayHostsStats stats_of(ServedRelay& relay)
{
    return relay.relay().stats().hosts.value();
}

/// Whether all that was taken has left, and nothing more is repeated.
bool is_through(ServedRelay& relay, std::uint64_t taken)
{
    const model::RelayStats stats = relay.relay().stats();
    return stats.taken == taken && stats.hosts->waiting == 0 && stats.hosts->awaited == 0 &&
           stats.hosts->datagrams == stats.hosts->bundles;
}

void check_accounts(ServedRelay& relay)
{
    const model::RelayHostsStats stats = stats_of(relay);
    CHECK(stats.offered == stats.delivered + stats.conflated + stats.policy + stats.waiting);
    CHECK(stats.datagrams <= stats.bundles);
    CHECK(stats.failed == 0);
    for (const model::RelayHostStats& one : stats.present)
        CHECK(one.offered ==
              one.delivered + one.own + one.filtered + one.conflated + one.policy + one.late + one.waiting);
}

/// A relay, a way that does harm, and one host at its end.
struct Harmed {
    explicit Harmed(const Harm& harm)
        : host_port{unused_port()},
          way{host_port, harm},
          relay{relay_settings(in, fmt::format("127.0.0.1:{}", way.port()))},
          host{relay, Json::object(), host_port}
    {}

    void send(std::size_t messages, std::uint32_t one_of_priority)
    {
        Sender sender{in};
        sender.send(messages, one_of_priority, [this] { host.receive(); });
        with_priority = sender.with_priority;
        REQUIRE(host.receive_until([&] {
            const HostCounts counts = host.session.receiver().counts();
            return is_through(relay, messages) && counts.lost == lost().first &&
                   counts.messages + counts.late + counts.lost == stats_of(relay).delivered;
        }));
    }
    /// By the way's own account: messages of bundles of which no copy went on.
    [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> lost() const
    {
        std::pair<std::uint64_t, std::uint64_t> lost;
        for (const auto& [number, bundle] : way.bundles()) {
            if (bundle.copies > 0) continue;
            lost.first += bundle.messages;
            lost.second += bundle.with_priority;
        }
        return lost;
    }

    FreePort in;
    std::uint16_t host_port;
    LossyWay way;
    ServedRelay relay;
    Host host;
    std::uint64_t with_priority = 0;
};

}  // namespace

TEST_CASE("Relay --hosts: two hosts get what they want of one bundle, and all is counted", "[relay]")
{
    const FreePort in, out;
    ServedRelay relay{relay_settings(in, fmt::format("{}:{}@lo", to_text(hosts_group), out.number()))};
    Host all{relay}, half{relay, {{"interest", {{{"addresses", {{0, 15}}}}}}}};
    CHECK(all.session.ticket().host == 0);
    CHECK(half.session.ticket().host == 1);
    Sender sender{in};
    sender.send(2'000, 50, [&] { all.receive(), half.receive(); });
    REQUIRE(all.receive_until([&] { return is_through(relay, 2'000) && all.numbers.size() == 2'000; }));
    const HostCounts counts = all.session.receiver().counts();
    CHECK(counts.lost == 0);
    CHECK(counts.not_mine == 0);
    CHECK(all.with_priority == sender.with_priority);
    CHECK(std::ranges::is_sorted(all.numbers));
    REQUIRE(half.receive_until([&] {
        const HostCounts of_half = half.session.receiver().counts();
        return of_half.messages + of_half.not_mine == 2'000;
    }));
    const model::RelayHostsStats stats = stats_of(relay);
    CHECK(stats.delivered == 2'000);
    CHECK(stats.present.at(1).delivered == half.numbers.size());
    CHECK(stats.present.at(1).filtered == 2'000 - half.numbers.size());
    CHECK(half.session.receiver().counts().lost == 0);
    check_accounts(relay);
}

TEST_CASE("Relay --hosts: over a way that loses 5 %, all with priority arrives, and loss is counted exactly",
          "[relay]")
{
    Harmed harmed{{.lost = 0.05}};
    harmed.send(8'000, 20);
    const auto [lost, priority_lost] = harmed.lost();
    const HostCounts counts = harmed.host.session.receiver().counts();
    CHECK(lost > 0);
    CHECK(counts.lost == lost);
    CHECK(priority_lost == 0);
    CHECK(harmed.host.with_priority == harmed.with_priority);
    CHECK(counts.messages + counts.late + counts.lost == 8'000);
    CHECK(harmed.host.numbers.size() == counts.messages);
    CHECK(harmed.host.is_in_order);
    CHECK(stats_of(harmed.relay).repeated > 0);
    check_accounts(harmed.relay);
}

TEST_CASE("Relay --hosts: over a way that loses 20 %, less than a thousandth with priority is lost, by name",
          "[relay]")
{
    // Six copies of a bundle are lost 6 times in 100,000: of these 3,200 messages three may be.
    Harmed harmed{{.lost = 0.2}};
    harmed.send(32'000, 10);
    const auto [lost, priority_lost] = harmed.lost();
    const HostCounts counts = harmed.host.session.receiver().counts();
    CHECK(counts.lost == lost);
    CHECK(counts.messages + counts.late + counts.lost == 32'000);
    CHECK(harmed.host.with_priority + priority_lost == harmed.with_priority);
    CHECK(1'000 * priority_lost <= harmed.with_priority);
    CHECK(stats_of(harmed.relay).priority_lost >= priority_lost);
    check_accounts(harmed.relay);
}

TEST_CASE("Relay --hosts: doubled and overtaken datagrams are taken once, in order or counted as late",
          "[relay]")
{
    Harmed harmed{{.doubled = 0.05, .delayed = 0.05}};
    harmed.send(4'000, 50);
    const HostCounts counts = harmed.host.session.receiver().counts();
    CHECK(counts.lost == 0);
    CHECK(counts.again > 0);
    CHECK(counts.late > 0);
    CHECK(counts.messages + counts.late == 4'000);
    auto numbers = harmed.host.numbers;
    std::ranges::sort(numbers);
    CHECK(std::ranges::adjacent_find(numbers) == numbers.end());
    CHECK(harmed.host.is_in_order);
    CHECK(harmed.host.with_priority == harmed.with_priority);
}

TEST_CASE(
    "Relay --hosts: a host that no longer reads costs the others nothing, and its place is free after it",
    "[relay]")
{
    const FreePort in, out;
    std::mutex mutex;
    std::vector<std::string> warnings;
    RelaySettings settings = relay_settings(in, fmt::format("{}:{}@lo", to_text(hosts_group), out.number()));
    settings.warn = [&](const std::string& text) {
        const std::lock_guard lock(mutex);
        warnings.push_back(text);
    };
    ServedRelay relay{settings};
    Host good{relay};
    auto silent = std::make_unique<Host>(relay);
    Sender sender{in};
    sender.send(3'000, 10, [&good] { good.receive(); });
    const auto was_said = [&] {
        const std::lock_guard lock(mutex);
        return std::ranges::any_of(warnings, [](const std::string& text) {
            return text.find("priority lost: ") != std::string::npos;
        });
    };
    REQUIRE(good.receive_until(
        [&] { return is_through(relay, 3'000) && good.numbers.size() == 3'000 && was_said(); }));
    const model::RelayHostsStats stats = stats_of(relay);
    CHECK(good.session.receiver().counts().lost == 0);
    CHECK(good.with_priority == sender.with_priority);
    CHECK(stats.present.at(1).priority_lost == sender.with_priority);
    CHECK(stats.priority_lost == sender.with_priority + stats.present.at(0).priority_lost);
    silent.reset();
    REQUIRE(good.receive_until([&] { return stats_of(relay).present.size() == 1; }));
    Host next{relay};
    CHECK(next.session.ticket().host == 1);
    CHECK(next.session.ticket().messages_before == 3'000);
    check_accounts(relay);
}

TEST_CASE("Relay --hosts: random datagrams and reports with a wrong key are counted, and acknowledge nothing",
          "[relay]")
{
    Harmed harmed{{}};
    harmed.send(100, 50);
    std::mt19937 random{4};
    DatagramSender stranger{{.to = {loopback_ipv4, harmed.way.relay().port}}};
    const HostTicket ticket = harmed.host.session.ticket();
    for (int i = 0; i < 200; ++i) {
        std::vector<std::byte> bytes(random() % 200);
        std::ranges::generate(bytes, [&random] { return static_cast<std::byte>(random()); });
        if (i % 4 == 0) {
            const auto report =
                encode_report({.host = i % 100U, .path = ticket.path, .key = ticket.key + 1, .bundle = 1});
            bytes.assign(report.begin(), report.end());
        }
        const std::array one{std::span<const std::byte>{bytes}};
        REQUIRE(stranger.send(one) == 1);
    }
    REQUIRE(harmed.host.receive_until([&] { return stats_of(harmed.relay).false_reports >= 200; }));
    CHECK(stats_of(harmed.relay).false_reports == 200);
}

TEST_CASE("Relay --hosts: what cannot be is refused by name", "[relay]")
{
    const FreePort in;
    CHECK_THROWS_WITH(Relay{relay_settings(in, "nonsense")}, ContainsSubstring("GROUP:PORT[@IFACE]"));
    ServedRelay without{relay_settings(in, "")};
    CHECK_THROWS_WITH(Host{without}, ContainsSubstring("--hosts"));
    const FreePort out;
    ServedRelay relay{relay_settings(in, fmt::format("{}:{}@lo", to_text(hosts_group), out.number()))};
    CHECK_THROWS_WITH((Host{relay, {{"rate", 5}}}), ContainsSubstring("rate"));
    const Relay nowhere{relay_settings(in, "239.77.11.1:7119@nowhere")};
    CHECK(nowhere.info().hosts->state == model::InputState::Failed);
    CHECK_THAT(nowhere.info().hosts->message, ContainsSubstring("nowhere"));
}
