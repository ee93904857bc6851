#pragma once

#include <stdexcept>
#include <string>

#include "tests/fuzz/mutator.h"

/// The fuzz targets. Each throws std::logic_error for a result that must not occur; the sanitizers find
/// crashes.
namespace farfield::fuzz {

inline void require(bool holds, const std::string& what)
{
    if (!holds) throw std::logic_error(what);
}

/// Bytes of a connection, cut at random: MessageReader and FrameIntake.
void fuzz_wire(Mutator& mutator);
/// Messages that are cut into Parts, whole or not, in any order.
void fuzz_parts(Mutator& mutator);
/// What both sides say first on a connection that a node opened.
void fuzz_dial(Mutator& mutator);
/// Datagrams of DIS: PDUs, their content and their motion.
void fuzz_dis(Mutator& mutator);
/// Control messages: JSON-RPC and every structure that is read from JSON.
void fuzz_text(Mutator& mutator);
/// A document that members of a session patch and hold parts of, and invitations to one.
void fuzz_sharing(Mutator& mutator);
/// Payloads of TerrainTile messages.
void fuzz_tile(Mutator& mutator);
/// Payloads of Surface messages.
void fuzz_surface(Mutator& mutator);
/// Payloads of Slice messages, of scalars and of arrows.
void fuzz_slice(Mutator& mutator);
/// Payloads of EntityBundle messages.
void fuzz_bundle(Mutator& mutator);
/// Captures of both formats, and packets of all links.
void fuzz_pcap(Mutator& mutator);
/// Recordings of entities.
void fuzz_recording(Mutator& mutator);

/// JSON lines of entities, cut into any parts.
void fuzz_json_lines(Mutator& mutator);

}  // namespace farfield::fuzz
