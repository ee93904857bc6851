// Counts every allocation of the program, OpenMP's own included, while frames are written.
#include "tests/catch.h"
#include "tests/compute_node/particles/frames.h"
#include "tests/compute_node/sampled_field.h"

#include <atomic>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__GLIBC__)

TEST_CASE("ParticleSystem: no allocation per frame", "[particles]")
{
    WARN("skipped: allocations cannot be counted in this build");
}

#else

namespace {
std::atomic<long> allocations{0};
}

extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* old, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

void* malloc(std::size_t size) noexcept
{
    ++allocations;
    return __libc_malloc(size);
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

using namespace farfield::compute;
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

#endif
