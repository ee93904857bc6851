#include <QGuiApplication>
#include <array>
#include <chrono>
#include <fmt/format.h>
#include <thread>

#include "app/play/play_script.h"
#include "net/dis/entity_writer.h"
#include "tests/app/document/documents.h"
#include "tests/catch.h"
#include "tests/net/relay/program/served_relay.h"
#include "tests/temporary_folder.h"

using namespace farfield;
using namespace farfield::app;
using namespace farfield::app::test;
using Catch::Matchers::ContainsSubstring;
using farfield::test::TemporaryFolder;

namespace {

constexpr net::relay::Ipv4 group = 0xef4d0903;  // 239.77.9.3
constexpr auto* script = "[layers.exercise]\nkind = 'entities'\n[clock]\nframes = 4\nframes_per_second = 50\n"
                         "[output]\nsize = [320, 200]\n";

/// A relay to which three entities that stand still have been sent.
class Exercise {
public:
    Exercise()
        : served_({fmt::format("dis:{}:{}@lo", net::relay::to_text(group), port_.number())}),
          sender_(net::relay::test::sender_to(group, port_.number()))
    {
        for (std::uint16_t entity = 1; entity <= 3; ++entity) send(entity);
        const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        while (served_.relay().stats().entities < 3 && std::chrono::steady_clock::now() < until)
            std::this_thread::yield();
        REQUIRE(served_.relay().stats().entities == 3);
    }
    [[nodiscard]] net::ClientSettings session() const { return served_.session(); }

private:
    void send(std::uint16_t entity)
    {
        net::dis::EntityState state;
        state.exercise = 1;
        state.id = {17, 23, entity};
        state.location = model::geocentric_of({8.0 + 0.01 * entity, 46.5, 500.0});
        std::array<std::byte, net::dis::entity_state_bytes> bytes{};
        net::dis::write_entity_state(state, bytes);
        const std::array<std::span<const std::byte>, 1> one{bytes};
        REQUIRE(sender_.send(one) == 1);
    }

    net::relay::test::FreePort port_;
    net::relay::test::ServedRelay served_;
    net::relay::DatagramSender sender_;
};

PlayReport play(const model::Document& document, std::optional<net::ClientSettings> relay)
{
    static int argc = 1;
    static std::string name = "test";
    static std::array<char*, 2> argv{name.data(), nullptr};
    qputenv("QT_QPA_PLATFORM", "offscreen");
    static const QGuiApplication application(argc, argv.data());
    const TemporaryFolder parent;
    ReportFolder folder(parent / "report");
    const Interrupt interrupt;
    const PlaySettings settings{.document = document,
                                .script_file = "test.toml",
                                .node = {},
                                .relay = std::move(relay),
                                .headless = true};
    return play_script(settings, folder, interrupt);
}

}  // namespace

TEST_CASE("play: entities of a relay are played without a node", "[play]")
{
    const Exercise exercise;
    const PlayReport report = play(document_of(script), exercise.session());
    CHECK(report.status == PlayReport::Status::Complete);
    REQUIRE(report.frames.size() == 4);
    for (const FrameRecord& frame : report.frames) {
        CHECK(frame.alive == 3);
        CHECK(frame.hash == report.frames.front().hash);  // they stand still
    }
    CHECK(report.results.at("entities").at("entities") == 3);
    CHECK(report.results.at("entities").at("lost") == 0);
}

TEST_CASE("play: entities without a relay are refused, with the option that names one", "[play]")
{
    CHECK_THROWS_WITH(
        play(document_of(script), std::nullopt),
        "the layer 'exercise' shows the entities of a relay, and none is named; expected --relay "
        "HOST[:PORT]");
}
