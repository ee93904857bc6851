#include "compute_node/node/data/program_memory.h"

#include "compute_node/node/datasets/whole_dataset.h"
#include "compute_node/node/programs/lines.h"
#include "compute_node/node/programs/particles.h"
#include "model/rakes/rake_json.h"
#include "net/message/control_messages.h"
#include "tests/catch.h"

#include <memory>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::node;
namespace net = farfield::net;

namespace {

constexpr std::uint64_t mebibyte = 1 << 20;

std::shared_ptr<MemoryBudget> budget_of(std::uint64_t bytes)
{
    return std::make_shared<MemoryBudget>(bytes, "max_program_bytes", "programs");
}

std::shared_ptr<const WholeDataset> coarse_abc()
{
    return std::make_shared<WholeDataset>(TimeSeries{open_analytic("analytic:abc:16")});
}

net::ProgramStart start_with(const net::Json& params)
{
    net::ProgramStart start;
    start.slot_bytes = 256 * mebibyte;
    start.params = params;
    return start;
}

net::Json line_of(std::uint32_t seeds, std::uint32_t particles_per_seed)
{
    return {
        {"rakes",
         {model::to_json(model::Rake{model::LineRake{{1, 1, 1}, {2, 2, 2}, seeds}, particles_per_seed})}}};
}

template <typename Action>
net::Json data_of_refusal(const Action& action)
{
    try {
        action();
    } catch (const net::RpcError& error) {
        return error.data;
    }
    return nullptr;
}

}  // namespace

TEST_CASE("ProgramMemory: holds what was asked for last, and that alone", "[memory]")
{
    const auto budget = budget_of(100);
    {
        ProgramMemory memory{budget};
        memory.hold("a", 10);
        CHECK(budget->left() == 90);
        memory.hold("b", 40);
        CHECK(budget->left() == 60);
        CHECK(data_of_refusal([&] { memory.hold("c", 70); })["limit"] == "max_program_bytes");
        CHECK(budget->left() == 60);
        memory.hold("d", 5);
        CHECK(budget->left() == 95);
    }
    CHECK(budget->left() == 100);
}

TEST_CASE("ParticleProgram: particles are refused by max_program_bytes, and given back at its end",
          "[memory]")
{
    const auto budget = budget_of(mebibyte);
    const auto make = [&](std::uint32_t per_seed) {
        return std::make_unique<ParticleProgram>(coarse_abc(), start_with(line_of(10, per_seed)),
                                                 ParticleLimits{}, 1, nullptr, budget);
    };
    const net::Json refused = data_of_refusal([&] { (void)make(2000); });
    CHECK(refused["limit"] == "max_program_bytes");
    CHECK(refused["value"] == mebibyte);
    CHECK(refused["asked"] == 20'000 * bytes_of_particle + 10 * bytes_of_seed);
    CHECK(budget->left() == mebibyte);
    {
        const auto source = make(500);
        CHECK(budget->left() == mebibyte - 5000 * bytes_of_particle - 10 * bytes_of_seed);
        CHECK(data_of_refusal([&] { source->update(line_of(10, 2000)); })["limit"] == "max_program_bytes");
        CHECK(source->answer().members["particles"] == 5000);
    }
    CHECK(budget->left() == mebibyte);
}

TEST_CASE("LineProgram: lines are refused by max_program_bytes before one is traced", "[memory]")
{
    const auto budget = budget_of(mebibyte);
    net::Json params = line_of(1000, 1);
    params["steps"] = 100;
    const net::Json refused = data_of_refusal([&] {
        const LineProgram source{coarse_abc(), start_with(params), ParticleLimits{}, Resources{1, nullptr},
                                 budget};
    });
    // A line of 100 steps has at most 102 points of 20 bytes and 16 more, in a frame that begins with 64.
    CHECK(refused["asked"] == 2 * (64 + 1000 * (102 * 20 + 16)) + 1000 * bytes_of_seed);
    CHECK(budget->left() == mebibyte);
}

TEST_CASE("RakeReader: seeds that are sought are refused by max_program_bytes, and those found are held",
          "[memory]")
{
    const auto budget = budget_of(mebibyte);
    RakeReader reader{coarse_abc(), {}, budget};
    const auto slice = [](std::uint32_t side) {
        return std::vector{model::Rake{model::SliceRake{.axis = 2, .position = 1.0, .seeds = {side, side}}}};
    };
    CHECK(data_of_refusal([&] { (void)reader.read(slice(100)); })["asked"] == 10'000 * bytes_of_seed);
    CHECK(budget->left() == mebibyte);
    (void)reader.read(slice(10));
    CHECK(budget->left() == mebibyte - 100 * bytes_of_seed);
    (void)reader.read({});
    CHECK(budget->left() == mebibyte);
}

TEST_CASE("WholeDataset: a field of a further scalar is counted as long as a program has it", "[memory]")
{
    constexpr std::uint64_t field = 16 * 16 * 16 * 16;  // nodes of 16 bytes
    const auto budget = std::make_shared<MemoryBudget>(field);
    const WholeDataset dataset{TimeSeries{open_analytic("analytic:abc:16")}, nullptr, nullptr, {}, budget};
    CHECK(budget->left() == field);
    {
        const auto vorticity = dataset.field({.vector = {}, .scalar = "vorticity"});
        CHECK(budget->left() == 0);
        CHECK(dataset.field({.vector = {}, .scalar = "vorticity"}) == vorticity);
        CHECK(data_of_refusal([&] { (void)dataset.field({.vector = {}, .scalar = "helicity"}); })["limit"] ==
              "max_dataset_bytes");
    }
    CHECK(dataset.field({.vector = {}, .scalar = "helicity"}));
}
