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

    /// Marks this point of the command stream and flushes, so that the mark is reached without further calls.
    [[nodiscard]] static GpuFence insert();

    /// Whether the mark is reached. Never waits.
    [[nodiscard]] bool signalled();

    /// Waits until the mark is reached, at most the time given; returns whether it is reached.
    bool wait(std::chrono::nanoseconds at_most = std::chrono::seconds(10));

private:
    void destroy() noexcept;

    void* sync_ = nullptr;
};

}  // namespace farfield::render
