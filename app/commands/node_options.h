#pragma once

#include <CLI/App.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/own_node/own_node.h"
#include "app/viewer/window/run_viewer.h"
#include "net/client/client.h"
#include "net/client/reach/host_port.h"

namespace farfield::app {

/// Options that name a command's node. They must outlive the parsing.
struct NodeOptions {
    std::string node;
    std::string token_file;
    std::string slurm;   ///< arguments of srun, as in net::Way
    std::string listen;  ///< [ADDRESS:]PORT at which the node connects; empty: the viewer does
    bool is_over_tls = false;
    std::string pin;  ///< "sha256:HEX" or "known"; empty: none
    std::vector<std::string> data;
    std::vector<std::string> arguments;  ///< arguments of a node that ssh starts: the words after "--"

    /// Declares --node, and the options of add_token_to() and add_listen_to().
    void add_to(CLI::App& command);
    /// Declares --token-file, --slurm, --tls and --tls-pin.
    void add_token_to(CLI::App& command);
    void add_listen_to(CLI::App& command);
    /// Declares a hidden --listen, refused with the reason, for a command that itself connects to the node.
    static void refuse_listen_in(CLI::App& command);
    /// Declares --data, in place of --node.
    void add_data_to(CLI::App& command);
    /// Settings of a session that resumes when its connections break. Throws CLI::ValidationError on a bad
    /// address, std::runtime_error on a token file that cannot be read.
    [[nodiscard]] net::ClientSettings client_settings() const;
    /// A node of this program's own that offers the files of --data, or, where no node is named either, the
    /// files of the document; null: another node is used. Throws CLI::ValidationError where --data names
    /// blocks, std::runtime_error as OwnNode and own_files() do.
    [[nodiscard]] std::unique_ptr<OwnNode>
    own_node(const std::optional<std::vector<std::string>>& of_document) const;

private:
    [[nodiscard]] net::Target target() const;
    void take_invitation(net::ClientSettings& settings) const;
    [[nodiscard]] std::optional<net::TlsTerms> tls() const;
    [[nodiscard]] net::HostPort listened_at() const;
    void listen_for_nodes(net::ClientSettings& settings) const;
};

/// Options that name the relay of a command's entities, and how these are placed. They must outlive the
/// parsing.
struct RelayOption {
    std::string relay, token_file;
    std::string vertical;  ///< as in model::EntityStyle; empty: the document's own

    /// Declares --relay, --relay-token-file and --vertical.
    void add_to(CLI::App& command);
    /// Settings of the relay; nullopt: none. Throws CLI::ValidationError on a bad address, or as read_token.
    [[nodiscard]] std::optional<net::ClientSettings> client_settings() const;
};

/// Prints on standard error that a command listens, and waits for its node to connect.
void note_waiting(const net::ClientSettings& node);

/// Options of a viewer that connects to this node at once.
[[nodiscard]] ViewerOptions viewer_of(const net::ClientSettings& node);

/// Reads an address given on the command line. Throws CLI::ValidationError.
/// port: used where the text has none.
[[nodiscard]] net::HostPort host_port_argument(const std::string& text,
                                               std::uint16_t port = net::default_port);

/// Returns the first line of a token file. Throws std::runtime_error when it cannot be read or is empty.
[[nodiscard]] std::string read_token(const std::string& file);

}  // namespace farfield::app
