#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "net/client/frame_ring.h"

namespace farfield::app {

/// A ring of frames in plain memory, without OpenGL.
class PlainRing {
public:
    static constexpr std::size_t slot_alignment = 64;

    PlainRing(std::size_t slots, std::size_t slot_bytes);

    [[nodiscard]] net::FrameRing& ring() noexcept { return ring_; }

private:
    struct FreeAligned {
        void operator()(std::byte* memory) const noexcept;
    };

    std::unique_ptr<std::byte, FreeAligned> memory_;
    net::FrameRing ring_;
};

}  // namespace farfield::app
