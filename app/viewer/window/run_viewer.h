#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/link/session_file.h"
#include "net/client/client.h"
#include "net/dis/entity_id.h"

namespace farfield::app {

/// What the command line asks of the viewer.
struct ViewerOptions {
    std::optional<std::string> host;  ///< connect at once; else the window opens unconnected
    std::uint16_t port = net::default_port;
    std::optional<net::Way> way;                        ///< in place of host and port
    std::optional<net::TlsTerms> tls;                   ///< of host and port
    std::shared_ptr<const net::DialListener> listener;  ///< nodes connect there
    std::vector<std::string> files;                     ///< of this machine, and folders; in place of a host
    std::string velocity;               ///< to trace, of the files or the dataset; empty: as the node chooses
    std::vector<std::string> blocks;    ///< to read of them; none: all
    std::string token;                  ///< empty: none
    std::optional<net::JoinCall> join;  ///< another viewer's session at that host
    std::optional<FoundSession> session;         ///< that is resumed at that host
    std::optional<net::ClientSettings> relay;    ///< its entities are shown; nothing: none
    std::optional<net::dis::EntityId> entity;    ///< of the relay, selected at once; nothing: none
    std::optional<net::dis::EntityId> sight_to;  ///< with a line of sight from the selected one to this
    std::string vertical;  ///< what heights count from, as model::EntityStyle has it; empty: as documents say
    std::string recording;  ///< file of entities that are shown; empty: none
    /// Open this one; empty: the first that makes sense, or beside a relay none.
    std::string dataset;
    std::string terrain;  ///< open this one; empty: none
    std::string open;     ///< a document's file; empty: none
    std::optional<std::filesystem::path>
        screenshot;                       ///< PNG of the whole window, written just before quitting
    std::uint64_t quit_after_frames = 0;  ///< close when so many frames have been shown, or all that there
                                          ///< will be of terrain alone, or of a dataset without particles;
                                          ///< 0: never
};

/// Opens the window and runs until it is closed. Makes the QApplication itself. Returns the exit code: 0, or
/// 1 when a screenshot was asked for and could not be written or no frame ever came. Throws
/// std::runtime_error when there is no display.
[[nodiscard]] int run_viewer(const ViewerOptions& options);

}  // namespace farfield::app
