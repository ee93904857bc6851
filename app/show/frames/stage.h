#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "app/show/frames/intake.h"
#include "app/show/frames/ring_slots.h"

namespace farfield::app {

/// Environment of rings: the GL context of their slots, and limits on their size.
struct Stage {
    /// Makes the context current; false: it was current. Empty: it is always current.
    std::function<bool()> enter = nullptr;
    std::function<void()> leave = nullptr;  ///< undoes enter()
    /// Rings for a layer's program in place of the layer's own, which may need OpenGL. Empty, or null result:
    /// the layer's own.
    std::function<Intake*(const std::string& layer, const std::string& key)> intake = nullptr;
    bool cpu_reads = false;    ///< payloads are hashed or written: slots must be fast to read
    bool exact_slots = false;  ///< slots have the size of frames, without room to grow
    bool smooth_lines = true;  ///< false for a software renderer: lines are one device pixel wide
    std::uint64_t max_frame_bytes = max_ring_bytes;  ///< limit of the node
};

/// Keeps the stage's context current during its life.
class OnStage {
public:
    explicit OnStage(const Stage& stage) : stage_(stage), entered_(stage.enter && stage.enter()) {}
    OnStage(const OnStage&) = delete;
    OnStage& operator=(const OnStage&) = delete;
    ~OnStage()
    {
        if (entered_) stage_.leave();
    }

private:
    const Stage& stage_;
    bool entered_;
};

}  // namespace farfield::app
