#include <optional>

#include "tests/app/document/documents.h"
#include "tests/app/exercise.h"
#include "tests/app/play/play_document.h"
#include "tests/catch.h"

using namespace farfield;
using namespace farfield::app;
using namespace farfield::app::test;

namespace {

constexpr auto* script = "[layers.exercise]\nkind = 'entities'\n[clock]\nframes = 4\nframes_per_second = 50\n"
                         "[output]\nsize = [320, 200]\n";

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
        "HOST[:PORT], or 'recording' in the script");
}

TEST_CASE("play: entities that never come end the wait, with what was waited for", "[play]")
{
    const net::relay::test::ServedRelay silent(std::vector<std::string>{});
    CHECK_THROWS_WITH(play(document_of(script), silent.session(), std::chrono::milliseconds(300)),
                      fmt::format("waited 0.3 s for entities from 127.0.0.1:{}", silent.session().port));
}
