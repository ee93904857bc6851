#pragma once

#include <cstdint>
#include <filesystem>

#include "app/link/interrupt.h"
#include "model/document/document.h"
#include "net/client/client.h"

namespace farfield::app {

struct Recorded {
    std::uint64_t frames = 0;  ///< pictures
    std::uint64_t bytes = 0;
};

/// Records the streams of a document's layers and the answers of its calls, without what is of a recording
/// itself. Reports its progress on standard
/// output. Ctrl-C ends it early. Throws std::runtime_error when there is no node, it goes away or fails, or
/// the file cannot be written; the frames received by then are in the file, and without one there is no file.
Recorded record_script(const model::Document& all, const net::ClientSettings& node,
                       const std::filesystem::path& file, const Interrupt& interrupt);

}  // namespace farfield::app
