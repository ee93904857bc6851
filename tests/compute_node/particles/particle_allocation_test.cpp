// Counts every allocation of the program, OpenMP's own included, while frames are written; and the time
// slices in memory.
#include "tests/catch.h"
#include "tests/compute_node/particles/frames.h"
#include "tests/compute_node/sampled_field.h"
#include "tests/compute_node/swaying_series.h"

#include <array>
#include <atomic>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__GLIBC__)

TEST_CASE("ParticleSystem: no allocation per frame, no slice too many", "[particles]")
{
    WARN("skipped: allocations cannot be counted in this build");
}

#else

namespace {

std::atomic<long> allocations{0};

/// Blocks of just the size of a time slice that are in use.
class SliceBlocks {
public:
    void note_taken(void* block, std::size_t size)
    {
        if (size != slice_bytes) return;
        for (std::atomic<void*>& slot : blocks_) {
            void* none = nullptr;
            if (!slot.compare_exchange_strong(none, block)) continue;
            most = std::max(most.load(), ++held_);
            return;
        }
    }
    void note_freed(void* block)
    {
        for (std::atomic<void*>& slot : blocks_) {
            void* expected = block;
            if (block != nullptr && slot.compare_exchange_strong(expected, nullptr)) --held_;
        }
    }

    std::atomic<int> most{0};

private:
    static constexpr std::size_t slice_bytes = std::size_t{16} * farfield::compute::testing::nodes_along *
                                               farfield::compute::testing::nodes_along *
                                               farfield::compute::testing::nodes_along;
    std::array<std::atomic<void*>, 64> blocks_{};
    std::atomic<int> held_{0};
};
constinit SliceBlocks slice_blocks;

}  // namespace

// NOLINTBEGIN(bugprone-reserved-identifier): what the C library calls its own
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* old, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
void __libc_free(void* block);
// NOLINTEND(bugprone-reserved-identifier)

void* malloc(std::size_t size) noexcept
{
    ++allocations;
    void* const block = __libc_malloc(size);
    slice_blocks.note_taken(block, size);
    return block;
}
void free(void* block) noexcept
{
    slice_blocks.note_freed(block);
    __libc_free(block);
}
void* calloc(std::size_t count, std::size_t size) noexcept
{
    ++allocations;
    return __libc_calloc(count, size);
}
void* realloc(void* old, std::size_t size) noexcept
{
    ++allocations;
    return __libc_realloc(old, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept
{
    ++allocations;
    return __libc_memalign(alignment, size);
}
}

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::model;
using namespace farfield::compute::testing;

TEST_CASE("ParticleSystem: no allocation per frame in steady state, with one thread and with several",
          "[particles]")
{
    for (const GridForm grid :
         {GridForm::Uniform, GridForm::Rectilinear, GridForm::Curvilinear, GridForm::Unstructured})
        for (const int threads : {1, 2, 3}) {
            ParticleSettings settings;
            settings.threads = threads;
            settings.max_age_frames = 5;
            ParticleSystem particles{
                field_on(grid, 9, rotation), {{LineRake{{-1, 0, 0}, {3, 0, 0}, 2000}, 5}}, settings};
            std::vector<AlignedRow> rows(particles.particles());
            const auto room = std::as_writable_bytes(std::span{rows});
            for (int i = 0; i < 3; ++i) particles.write_frame(room, ByteOrder::Big);
            const long before = allocations;
            for (int i = 0; i < 50; ++i)
                particles.write_frame(room, i % 2 == 0 ? ByteOrder::Big : ByteOrder::Native);
            const long after = allocations;
            CHECK(before > 0);
            CHECK(after == before);
        }
}

TEST_CASE("ParticleSystem: while slices are read on the way, no more are in memory than may be",
          "[particles][sliced]")
{
    const std::uint64_t fitting = GENERATE(5U, 7U);
    ParticleSettings settings;
    settings.step = GENERATE(0.02, 0.35);
    const FieldSource field = sliced(swaying_slices(GridForm::Uniform, 20), fitting);
    ParticleSystem particles{field, {{LineRake{{-1, 0, 0}, {1, 0, 0}, 20}, 5}}, settings};
    std::vector<AlignedRow> rows(particles.particles());
    slice_blocks.most = 0;
    for (int i = 0; i < 600; ++i)
        particles.write_frame(std::as_writable_bytes(std::span{rows}), ByteOrder::Big);
    CHECK(slice_blocks.most >= 3);
    CHECK(slice_blocks.most <= static_cast<int>(fitting));
}

TEST_CASE("ParticleSystem: no allocation per frame between two slices that are read on the way",
          "[particles][sliced]")
{
    ParticleSettings settings;
    settings.step = 0.001;
    const FieldSource field = sliced(swaying_slices(GridForm::Uniform, 4), 5);
    ParticleSystem particles{field, {{LineRake{{-1, 0, 0}, {1, 0, 0}, 20}, 5}}, settings};
    std::vector<AlignedRow> rows(particles.particles());
    const auto room = std::as_writable_bytes(std::span{rows});
    // The reader comes to rest when it has read all four.
    for (int i = 0; i < 550; ++i) particles.write_frame(room, ByteOrder::Big);
    const long before = allocations;
    for (int i = 0; i < 50; ++i) particles.write_frame(room, ByteOrder::Big);
    CHECK(allocations == before);
}

#endif
