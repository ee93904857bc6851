#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

#include "model/calls/terrain_overlay.h"
#include "model/calls/terrain_sight.h"
#include "model/calls/viewshed_file.h"
#include "model/data/terrain_info.h"
#include "net/message/control_messages.h"
#include "net/message/listing.h"
#include "net/message/messages.h"
#include "net/message/printable.h"
#include "net/session/call.h"

/// What a node does, as the session server sees it: the compute node, the replayed recording and the
/// benchmark's source of plain bytes each implement these two.
namespace farfield::net {

/// One frame, ready to be sent.
struct ProducedFrame {
    MessageType type = MessageType::Particles;
    /// In the buffer given to produce(), or memory that outlives the source.
    std::span<const std::byte> payload;
};

/// What it means that produce() made nothing.
enum class NoFrame {
    Ended,        ///< none follows
    Idle,         ///< everything that was asked for has been made; update() may ask for more
    Interrupted,  ///< interrupt() was called: to be asked again, after what waits
};

/// Makes the frames of one stream. All calls but interrupt() and abandon() come one after another from one
/// thread, the stream's own.
class FrameSource {
public:
    virtual ~FrameSource() = default;
    /// What program.start and program.update answer (the server fills in the stream's number).
    [[nodiscard]] virtual ProgramState state() const = 0;
    /// Takes a change of settings over. Throws RpcError and stays as it was when it cannot, or when its
    /// frames would no longer fit the slot_bytes it was started with.
    virtual void update(const Json& params) = 0;
    /// The next frame, or nothing when there is none any more. `buffer` is 64-byte aligned and slot_bytes
    /// long. The payload's preamble, where the type has one, is the source's to write. Throws std::exception
    /// when it cannot go on: the stream ends as failed with that message. Allocates nothing in steady state.
    [[nodiscard]] virtual std::optional<ProducedFrame> produce(std::span<std::byte> buffer) = 0;
    /// The next frames in a row, for sources that are quicker at several at once: each into a buffer of its
    /// own, noted in `frames` ([buffers]). Returns how many it made, at least one unless there is none any
    /// more. Otherwise as produce().
    [[nodiscard]] virtual std::size_t produce_several(std::span<const std::span<std::byte>> buffers,
                                                      std::span<ProducedFrame> frames)
    {
        const auto frame = produce(buffers.front());
        if (frame) frames.front() = *frame;
        return frame ? 1 : 0;
    }
    /// Why the last produce() made nothing.
    [[nodiscard]] virtual NoFrame why_no_frame() const { return NoFrame::Ended; }
    /// Any thread: an update waits. A produce() that takes long may give up what it makes.
    virtual void interrupt() noexcept {}
    /// Any thread: nothing more will be asked for. What takes long may give up, whatever becomes of it.
    virtual void abandon() noexcept { interrupt(); }
    /// Whether frames that were made before an update, and are not sent yet, are of no use after it.
    [[nodiscard]] virtual bool update_outdates_frames() const { return false; }
    /// How long after the frame just made the next one is due, for sources with a pace of their own (a
    /// recording). The viewer's rate applies too: the slower of both wins.
    [[nodiscard]] virtual std::chrono::nanoseconds pace() const { return std::chrono::nanoseconds(0); }
};

/// A file that was made for a viewer.
struct MadeFile {
    std::vector<std::byte> bytes;
    std::shared_ptr<const void> memory = nullptr;  ///< to be kept as long as they are: it is counted so
};

/// Answers the calls that concern data. Called from a worker thread of the server, one call at a time for
/// each session, several sessions at once: implementations are thread-safe. Errors: RpcError (any other
/// std::exception is answered as Failed). `gone` is asked to stop when nobody waits for the answer any more,
/// the viewer having left or the node being told to end: what takes long must then end soon, by throwing
/// whatever it likes.
class NodeService {
public:
    virtual ~NodeService() = default;
    /// Sessions hand it out in pages.
    [[nodiscard]] virtual DatasetList list_datasets() = 0;
    /// velocity: the vector to trace, by name; empty: as the node chooses.
    [[nodiscard]] virtual DatasetInfo open_dataset(const std::string& name, const std::string& velocity,
                                                   const std::stop_token& gone) = 0;
    [[nodiscard]] virtual std::unique_ptr<FrameSource> start_program(const ProgramStart& start,
                                                                     const std::stop_token& gone) = 0;

    /// A call by any other name than those of this interface and of sessions. Throws RpcError, UnknownMethod,
    /// for a name that the service does not know.
    [[nodiscard]] virtual CallResult call(std::string_view name, const CallRequest& /*request*/,
                                          const CallContext& /*context*/)
    {
        throw RpcError(RpcCode::UnknownMethod, "there is no method '" + printable(name, 60) + "'");
    }

    /// A node without terrain has none. In pages, too.
    [[nodiscard]] virtual model::TerrainList list_terrains() { return {}; }
    [[nodiscard]] virtual model::TerrainDescription open_terrain(const std::string& name,
                                                                 const std::stop_token& /*gone*/)
    {
        throw RpcError(RpcCode::NotFound, "no terrain '" + name + "': this node has none");
    }
    /// One answer for each target.
    [[nodiscard]] virtual std::vector<model::TerrainSightLine>
    look_over_terrain(const model::TerrainSightCall& call, const std::stop_token& gone)
    {
        (void)open_terrain(call.terrain, gone);
        return {};
    }
    /// All of a file's shapes; sessions hand them out in parts.
    [[nodiscard]] virtual model::TerrainOverlay
    terrain_overlay(const std::string& terrain, const std::string& /*file*/, const std::stop_token& gone)
    {
        (void)open_terrain(terrain, gone);
        return {};
    }
    /// A GeoTIFF of which posts are seen; sessions hand it out in parts.
    [[nodiscard]] virtual MadeFile viewshed_file(const std::string& terrain,
                                                 const model::ViewshedParams& /*viewshed*/,
                                                 const std::stop_token& gone)
    {
        (void)open_terrain(terrain, gone);
        return {};
    }
};

}  // namespace farfield::net
