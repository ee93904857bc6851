#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "app/show/frames/intake.h"
#include "app/show/frames/ring_slots.h"

namespace farfield::app {

/// Where rings are made: the GL context of their slots, and how large they may be.
struct Stage {
    /// Makes the context current; false: it was. Empty: it is current always.
    std::function<bool()> enter = nullptr;
    std::function<void()> leave = nullptr;  ///< ends what enter() began
    /// The rings of a layer's program in place of the layer's own, which may need OpenGL; empty, or null: the
    /// layer's own.
    std::function<Intake*(const std::string& layer, const std::string& key)> intake = nullptr;
    bool cpu_reads = false;    ///< payloads are hashed or written: slots can be read fast
    bool exact_slots = false;  ///< slots are as large as frames are, without room to grow
    bool smooth_lines = true;  ///< false for a software renderer: lines are one device pixel wide
    std::uint64_t max_frame_bytes = max_ring_bytes;  ///< of the node
};

/// The stage's context is current while one lives.
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
