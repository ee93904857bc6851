#pragma once

#include "render/gl/gl_handles.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace farfield::render {

/// The way of frame slots to the GPU: see FrameSlots. Automatic takes Mapped if the driver has it.
enum class SlotPath { Automatic, Mapped, Plain };

struct FrameSlotsSettings {
    std::size_t slots = 0;
    std::size_t slot_bytes = 0;  ///< the largest payload; rounded up to slot_alignment
    SlotPath path = SlotPath::Automatic;
    /// True when the CPU reads whole slots (a recorder, a payload hash), not just their first bytes. Memory
    /// of a discrete GPU may be write-combined: filling it in order is as fast as plain memory, reading it
    /// back runs at some 100 MB/s. With this set the driver is asked for cached memory, which the GPU then
    /// reads over the bus. Software renderers do not care.
    bool cpu_reads = false;
    /// True when shaders read slots by words(): a slot may then be no longer than the driver lets them read.
    bool read_by_words = false;
};

/// Memory for the slots of a ring of frames, which a socket's thread fills and the GPU draws from.
///
/// Mapped: every slot is a GL buffer, mapped persistently and coherently (GL 4.4, ARB_buffer_storage). What a
/// thread writes into slot(i) is drawn as it is, with no copy.
/// Plain: slot(i) is heap memory; publish() copies it into a GL buffer of the slot. Drawing is the same.
///
/// Rules of use:
/// - Any one thread may write slot(i);
///   a hand-over with release/acquire order (the ring) brings its bytes
///   to the thread that draws.
/// - The thread that draws calls publish(i, bytes) once for each frame that it takes, before its first draw.
/// - A slot may be filled again once a GpuFence inserted after the last draw from it is signalled.
///   Filling it earlier
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
    [[nodiscard]] std::size_t slot_bytes() const { return slot_bytes_; }  ///< size of each slot, rounded up

    /// The memory of slot i (i < count()), 64-byte aligned, slot_bytes() long. Write it in order; reading
    /// back more than a little is slow unless cpu_reads was set.
    [[nodiscard]] std::span<std::byte> slot(std::size_t i) const { return memory_[i]; }

    /// Brings the first `bytes` bytes of slot i to the GPU. Mapped slots need nothing.
    void publish(std::size_t i, std::size_t bytes);

    [[nodiscard]] bool mapped() const { return mapped_; }
    /// The path in use, for a status bar: "mapped", or "plain: " and the reason ("no persistent mapping").
    [[nodiscard]] std::string_view path() const { return path_; }

    [[nodiscard]] GlId buffer(std::size_t i) const { return buffers_[i].id(); }
    /// The memory of slot i as a buffer texture with four unsigned integers (a particle) in a texel.
    [[nodiscard]] GlId texels(std::size_t i) const { return texels_[i].id(); }
    /// The memory of slot i as a buffer texture with one unsigned integer in a texel.
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
