#pragma once

#include <chrono>

namespace farfield::render {

/// A fence in the stream of GL commands: signalled when the GPU has done everything issued before it. Use:
/// create one after the draws that read a frame slot; refill the slot once it is signalled. Contexts: made,
/// asked and destroyed with the same context current (or one that shares with it).
class GpuFence {
public:
    /// An empty fence: counts as signalled.
    GpuFence() = default;
    GpuFence(const GpuFence&) = delete;
    GpuFence& operator=(const GpuFence&) = delete;
    GpuFence(GpuFence&& other) noexcept;
    GpuFence& operator=(GpuFence&& other) noexcept;
    ~GpuFence();

    /// Inserts a fence into the command stream and flushes, so that it signals without further calls.
    [[nodiscard]] static GpuFence insert();

    /// True when the GPU has reached the fence. Never waits.
    [[nodiscard]] bool signalled();

    /// Waits until the GPU reaches the fence, at most the given time; returns true when it did.
    bool wait(std::chrono::nanoseconds at_most = std::chrono::seconds(10));

private:
    void destroy() noexcept;

    void* sync_ = nullptr;
};

}  // namespace farfield::render
