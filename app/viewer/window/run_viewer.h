#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/viewer/sharing/session_file.h"
#include "net/client/client.h"
#include "relay/dis/entity_id.h"

namespace farfield::app {

/// Options of the command line for the viewer.
struct ViewerOptions {
    std::optional<std::string> host;  ///< connect at once; else the window opens unconnected
    std::uint16_t port = net::default_port;
    std::optional<net::Way> way;                        ///< replaces host and port
    std::optional<net::TlsTerms> tls;                   ///< for host and port
    std::shared_ptr<const net::DialListener> listener;  ///< for nodes that connect to it
    std::vector<std::string> files;                     ///< files and folders of this machine; replace a host
    std::string velocity;               ///< vector to trace, in files or dataset; empty: as the node chooses
    std::vector<std::string> blocks;    ///< blocks of them to read; none: all
    std::string token;                  ///< empty: none
    std::optional<net::JoinCall> join;  ///< another viewer's session at that host
    std::optional<FoundSession> session;         ///< resumed at that host
    std::optional<net::ClientSettings> relay;    ///< source of entities; nullopt: none
    std::optional<net::dis::EntityId> entity;    ///< selected at once; nullopt: none
    std::optional<net::dis::EntityId> sight_to;  ///< end of a line of sight from the selected entity
    std::string vertical;  ///< zero level of all heights, as in model::EntityStyle; empty: the documents' own
    std::string recording;  ///< file of entities to show; empty: none
    /// Dataset to open; empty: the first suitable one, or beside a relay none.
    std::string dataset;
    std::string terrain;  ///< terrain to open; empty: none
    std::string open;     ///< document's file to open; empty: none
    std::optional<std::filesystem::path>
        screenshot;                       ///< PNG of the whole window, written just before quitting
    std::uint64_t quit_after_frames = 0;  ///< closes the window after so many shown frames, or at the end
                                          ///< of terrain alone, or of a dataset without particles;
                                          ///< 0: never
};

/// Opens the window and runs until it is closed. Makes the QApplication itself. Returns the exit code: 0, or
/// 1 when a screenshot was asked for and could not be written or no frame ever came. Throws
/// std::runtime_error when there is no display.
[[nodiscard]] int run_viewer(const ViewerOptions& options);

}  // namespace farfield::app
