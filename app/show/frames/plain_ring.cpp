#include "app/show/frames/plain_ring.h"

#include <cstring>
#include <new>

namespace farfield::app {
namespace {

std::size_t round_up(std::size_t bytes)
{
    return (bytes + PlainRing::slot_alignment - 1) / PlainRing::slot_alignment * PlainRing::slot_alignment;
}

std::byte* allocate(std::size_t bytes)
{
    void* memory = ::operator new (bytes, std::align_val_t{PlainRing::slot_alignment});
    std::memset(memory, 0, bytes);  // touched now, so that no frame waits for page faults
    return static_cast<std::byte*>(memory);
}

std::vector<std::span<std::byte>> cut(std::byte* memory, std::size_t slots, std::size_t slot_bytes)
{
    std::vector<std::span<std::byte>> cuts(slots);
    for (std::size_t i = 0; i < slots; ++i) cuts[i] = {memory + i * round_up(slot_bytes), slot_bytes};
    return cuts;
}

}  // namespace

PlainRing::PlainRing(std::size_t slots, std::size_t slot_bytes)
    : memory_(allocate(slots * round_up(slot_bytes))), ring_(cut(memory_.get(), slots, slot_bytes))
{}

void PlainRing::FreeAligned::operator()(std::byte* memory) const noexcept
{
    ::operator delete (memory, std::align_val_t{slot_alignment});
}

}  // namespace farfield::app
