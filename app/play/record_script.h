#pragma once

#include <cstdint>
#include <filesystem>

#include "app/play/interrupt.h"
#include "model/document/document.h"
#include "net/client/client.h"

namespace farfield::app {

struct Recorded {
    std::uint64_t frames = 0;  ///< pictures
    std::uint64_t bytes = 0;
};

/// Records the streams of a document's layers and the answers of its calls. Entities read from a recording
/// are not copied, as a line on standard error says; a camera follows them all the same. Reports its
/// progress on standard output. Ctrl-C ends it early. Throws std::runtime_error when there is no node, it
/// is lost or fails, only entities are shown, or the file cannot be written; the frames received by then are
/// in the file, and without any frame there is no file.
Recorded record_script(const model::Document& document, const net::ClientSettings& node,
                       const std::filesystem::path& file, const Interrupt& interrupt);

}  // namespace farfield::app
