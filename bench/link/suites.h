#pragma once

#include "bench/link/sender_process.h"
#include "model/figures/figure.h"
#include "net/client/client.h"

/// The suites of `farfield bench`. Each throws std::runtime_error when it cannot measure.
namespace farfield::app {

/// Bytes of the largest frame that the suites ask a SenderProcess for: a million particles.
inline constexpr std::size_t ingest_frame_bytes = 64 + 16 * 1'000'000;

/// CPU time of the viewer's process to take in a frame of a million particles into mapped slots, relative to
/// a bare recv() loop into as many blocks of plain memory; the two alternate.
[[nodiscard]] model::Suite run_ingest_suite(const SenderProcess& sender);

/// Throughput of frames of 1 MiB with credits, relative to that of a bare socket.
[[nodiscard]] model::Suite run_stream_suite(const SenderProcess& sender);

/// A session with a stream under policy *every*, the control connection of which is cut repeatedly:
/// frames lost and doubled, and the time of a resume relative to that of opening a session.
[[nodiscard]] model::Suite run_resume_suite(const SenderProcess& sender);

/// Eight sessions with particles from a node of the suite's own: how evenly they share its frames, and their
/// total relative to the frames of one session alone.
[[nodiscard]] model::Suite run_turns_suite();

/// Eight viewers of one session and its particles, on a node of the suite's own: the node's CPU time a frame
/// relative to one viewer, how often each frame was encoded, and the frames that the others get while one
/// takes none.
[[nodiscard]] model::Suite run_sharing_suite();

/// Drawing alone, headless.
[[nodiscard]] model::Suite run_display_suite();

/// Drawing and placing of entities, and the rate of pictures of terrain and 1,000 entities while their
/// updates come.
[[nodiscard]] model::Suite run_entity_suite();

/// Round trips to a node, and a stream of a million particles from it.
[[nodiscard]] model::Suite run_link_suite(const net::ClientSettings& node);

/// Lines of 200 steps from 10,000 seeds of a moved rake, in one part and in several: the time from the call
/// until they are received.
[[nodiscard]] model::Suite run_answer_suite(const net::ClientSettings& node);

}  // namespace farfield::app
