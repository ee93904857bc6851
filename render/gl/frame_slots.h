#pragma once

#include "render/gl/gl_handles.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace farfield::render {

/// How frame slots get to the GPU. Automatic takes Mapped where the driver has it.
enum class SlotPath { Automatic, Mapped, Plain };

struct FrameSlotsSettings {
    std::size_t slots = 0;
    std::size_t slot_bytes = 0;  ///< the largest payload; rounded up to slot_alignment
    SlotPath path = SlotPath::Automatic;
    /// Whether the CPU will read whole slots (a recorder, a payload hash), not just their first bytes. Memory
    /// of a discrete GPU may be write-combined: filling it in order is as fast as plain memory, reading it
    /// back runs at some 100 MB/s. With this set the driver is asked for cached memory, which the GPU then
    /// reads over the bus. Software renderers do not care.
    bool cpu_reads = false;
    /// Whether shaders read slots by words(): then a slot may be no longer than the driver lets them read.
    bool read_by_words = false;
};

/// Memory for the slots of a ring of frames, which a socket's thread fills and the GPU draws from.
///
/// Mapped: every slot is a GL buffer, mapped persistently and coherently (GL 4.4, ARB_buffer_storage). What a
/// thread writes into slot(i) is drawn as it is, with no copy.
/// Plain: slot(i) is heap memory; publish() copies it into a GL buffer of the slot. Drawing is the same.
///
/// Rules of use:
/// - Any one thread may write slot(i); a hand-over with release/acquire order (the ring) brings it to the
/// thread
///   that draws.
/// - The thread that draws calls publish(i, bytes) once for each frame that it takes, before its first draw.
/// - A slot may be filled again once a GpuFence inserted after the last draw from it is signalled. Not
/// waiting
///   tears the picture, nothing worse.
/// Contexts: constructor, publish() and destructor need the same context current (or one that shares with
/// it). slot() needs none. The spans die with this object.
class FrameSlots {
public:
    static constexpr std::size_t slot_alignment = 64;

    /// Throws std::invalid_argument on no slots or no bytes; std::runtime_error when Mapped is demanded and
    /// missing, memory runs out, or a slot is longer than shaders can read.
    explicit FrameSlots(const FrameSlotsSettings& settings);
    FrameSlots(const FrameSlots&) = delete;
    FrameSlots& operator=(const FrameSlots&) = delete;
    FrameSlots(FrameSlots&&) noexcept = default;
    FrameSlots& operator=(FrameSlots&&) = delete;
    ~FrameSlots();

    [[nodiscard]] std::size_t count() const { return buffers_.size(); }
    [[nodiscard]] std::size_t slot_bytes() const { return slot_bytes_; }  ///< as rounded up

    /// The memory of slot i (i < count()), 64-byte aligned, slot_bytes() long. Write it in order; reading
    /// back more than a little is slow unless cpu_reads was set.
    [[nodiscard]] std::span<std::byte> slot(std::size_t i) const { return memory_[i]; }

    /// Brings the first `bytes` bytes of slot i to the GPU. Mapped: does nothing.
    void publish(std::size_t i, std::size_t bytes);

    [[nodiscard]] bool mapped() const { return mapped_; }
    /// For a status bar: "mapped", or "plain: " and why, such as "plain: no persistent mapping".
    [[nodiscard]] std::string_view path() const { return path_; }

    [[nodiscard]] GlId buffer(std::size_t i) const { return buffers_[i].id(); }
    /// The same memory as a buffer texture of four unsigned integers a texel (a particle).
    [[nodiscard]] GlId texels(std::size_t i) const { return texels_[i].id(); }
    /// And of one unsigned integer a texel.
    [[nodiscard]] GlId words(std::size_t i) const { return words_[i].id(); }

private:
    struct FreeAligned {
        void operator()(std::byte* memory) const;
    };

    bool map_all(bool cpu_reads);
    void allocate_all();

    std::size_t slot_bytes_ = 0;
    bool mapped_ = false;
    std::string path_;
    std::vector<Buffer> buffers_;
    std::vector<Texture> texels_, words_;
    std::vector<std::span<std::byte>> memory_;
    std::vector<std::unique_ptr<std::byte, FreeAligned>> heap_;  // of the plain path only
};

}  // namespace farfield::render
