#pragma once

#include "app/bench/sender_process.h"
#include "model/data/figure.h"
#include "net/client/client.h"

/// The suites of `farfield bench`. Each throws std::runtime_error when it cannot measure.
namespace farfield::app {

/// Bytes of the largest frame that the suites ask a SenderProcess for: a million particles.
inline constexpr std::size_t ingest_frame_bytes = 64 + 16 * 1'000'000;

/// CPU time of the viewer's process to take in a frame of a million particles into mapped slots, over that of
/// a bare recv() loop into as many blocks of plain memory; taken in turns.
[[nodiscard]] model::Suite run_ingest_suite(const SenderProcess& sender);

/// Throughput of frames of 1 MiB, credits and all, over that of a bare socket.
[[nodiscard]] model::Suite run_stream_suite(const SenderProcess& sender);

/// A session with a stream under policy *every*, the control connection of which is cut again and again:
/// frames lost and doubled, and the time of a resume over that of opening a session.
[[nodiscard]] model::Suite run_resume_suite(const SenderProcess& sender);

/// Eight sessions with particles from a node of its own: how evenly they get frames, and how many in all,
/// over those of one alone.
[[nodiscard]] model::Suite run_turns_suite();

/// Eight viewers of one session and its particles, on a node of its own: the node's CPU time a frame over
/// that with one viewer, how often each frame was made, and what a viewer that takes none leaves to the
/// others.
[[nodiscard]] model::Suite run_sharing_suite();

/// Drawing alone, headless.
[[nodiscard]] model::Suite run_display_suite();

/// Drawing and placing of entities, and the rate of pictures of terrain and 1,000 entities while their
/// updates come.
[[nodiscard]] model::Suite run_entity_suite();

/// The way to a node and back, and a stream of a million particles from it.
[[nodiscard]] model::Suite run_link_suite(const net::ClientSettings& node);

/// 10,000 lines of 200 steps after a moved rake, in one part and in several: from the call until they are
/// here.
[[nodiscard]] model::Suite run_answer_suite(const net::ClientSettings& node);

}  // namespace farfield::app
