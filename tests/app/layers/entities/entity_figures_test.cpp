#include "tests/app/layers/entities/entity_stream.h"

using namespace farfield;
using namespace farfield::app;
using namespace farfield::app::test;

TEST_CASE("EntityTable: messages that the relay sent and that did not come are lost", "[entities]")
{
    Stream stream;
    stream.send_state(state_of(1));
    stream.add_state(state_of(2));
    stream.send(start_ns, 11);
    stream.send_state(state_of(3));
    const EntityFigures figures = stream.table.figures(start_ns);
    CHECK(figures.messages == 3);
    CHECK(figures.lost == 10);
    CHECK(figures.entities == 3);
}

TEST_CASE("EntityTable: a stream that begins anew has lost nothing", "[entities]")
{
    Stream stream;
    stream.send_state(state_of(1));
    stream.bundles = 0;
    stream.add_state(state_of(1));
    stream.send(start_ns, 500);
    CHECK(stream.table.figures(start_ns).lost == 0);
}

TEST_CASE("EntityTable: ages are from the arrival at the relay, and never negative", "[entities]")
{
    Stream stream;
    stream.send(start_ns);
    for (std::uint16_t i = 1; i <= 10; ++i) stream.add_state(state_of(i), start_ns + i * 1'000'000U);
    stream.send(start_ns + 10'000'000);
    const EntityFigures figures = stream.table.figures(start_ns);
    CHECK(figures.age_p50_ms >= 4.0);
    CHECK(figures.age_p50_ms <= 5.0);
    CHECK(figures.age_p95_ms >= 8.0);
    stream.add_state(state_of(1), start_ns + second_ns);
    stream.send(start_ns);
    CHECK(stream.table.figures(start_ns).age_p50_ms >= 0.0);
}

TEST_CASE("EntityTable: an arrival that lies ahead says that clocks differ, until one does not", "[entities]")
{
    Stream stream;
    stream.send(start_ns);
    CHECK(stream.table.figures(start_ns).ahead_seconds == 0.0);
    stream.add_state(state_of(1), start_ns + 3600 * second_ns);
    stream.send(start_ns);
    CHECK(stream.table.figures(start_ns).ahead_seconds == Approx(3600.0));
    CHECK(stream.table.figures(start_ns).age_p95_ms == 0.0);
    stream.send(start_ns + second_ns);  // of nothing
    CHECK(stream.table.figures(start_ns).ahead_seconds == Approx(3600.0));
    stream.add_state(state_of(1), start_ns + 2 * second_ns + 20'000'000);
    stream.send(start_ns + 2 * second_ns);
    CHECK(stream.table.figures(start_ns).ahead_seconds == 0.0);
}

TEST_CASE("EntityTable: what was known before the first bundle has no age", "[entities]")
{
    Stream stream;
    stream.add_state(state_of(1), start_ns - 20 * second_ns);
    stream.send(start_ns);
    CHECK(stream.table.figures(start_ns).entities == 1);
    CHECK(stream.table.figures(start_ns).age_p95_ms == 0.0);
    stream.add_state(state_of(1), start_ns + 1'000'000);
    stream.send(start_ns + 3'000'000);
    CHECK(std::abs(stream.table.figures(start_ns).age_p95_ms - 2.0) < 0.01);
    stream.bundles = 0;  // it begins anew, with all that is known
    stream.add_state(state_of(1), start_ns + second_ns);
    stream.send(start_ns + 60 * second_ns);
    CHECK(std::abs(stream.table.figures(start_ns).age_p95_ms - 2.0) < 0.01);
}

TEST_CASE("EntityTable: updates a second are those of the last whole second", "[entities]")
{
    Stream stream;
    for (std::uint16_t i = 1; i <= 7; ++i) stream.add_state(state_of(i), start_ns);
    stream.send(start_ns);
    CHECK(stream.table.figures(start_ns + second_ns).updates_per_second == 7.0);
    CHECK(stream.table.figures(start_ns + 3 * second_ns).updates_per_second == 0.0);
}

TEST_CASE("EntityTable: what is no bundle is refused", "[entities]")
{
    EntityTable table;
    const std::vector<std::byte> junk(100, std::byte{0xFF});
    CHECK_THROWS_WITH(table.take(junk, start_ns), "what the relay sent is no bundle of entities");
}
