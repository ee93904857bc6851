#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "net/client/session_claim.h"

namespace farfield::app {

/// Identity of a process, unique also when its number is used again.
struct ProcessName {
    std::string machine;
    std::uint64_t number = 0;
    std::uint64_t started = 0;  ///< start time, in clock ticks since the machine's boot
    friend bool operator==(const ProcessName&, const ProcessName&) = default;

    static void fields(auto& visit)
    {
        visit("machine", &ProcessName::machine, model::required);
        visit("number", &ProcessName::number, model::required);
        visit("started", &ProcessName::started, model::required);
    }
};

/// Content of a file in $XDG_STATE_HOME/farfield/sessions: a viewer's session, for the next viewer.
struct SessionRecord {
    std::string node;          ///< in the form of net::ClientSettings::node()
    std::uint64_t opened = 0;  ///< in seconds since 1970-01-01 UTC
    net::SessionClaim claim;
    ProcessName viewer;  ///< the last to have the session
    friend bool operator==(const SessionRecord&, const SessionRecord&) = default;

    static void fields(auto& visit)
    {
        visit("node", &SessionRecord::node, model::required);
        visit("opened", &SessionRecord::opened, model::required);
        visit("claim", &SessionRecord::claim, model::required);
        visit("viewer", &SessionRecord::viewer, model::required);
    }
};

struct FoundSession {
    std::filesystem::path file;
    SessionRecord record;
};

/// $XDG_STATE_HOME/farfield/sessions, or below ~/.local/state. Throws std::runtime_error where neither
/// variable is set.
[[nodiscard]] std::filesystem::path own_sessions_folder();
/// Sessions of this node, the last opened first. Unreadable files are left out.
[[nodiscard]] std::vector<FoundSession> find_sessions(const std::filesystem::path& folder,
                                                      const std::string& node);
/// An unused file name in the folder for a session of this node: cluster_7117.json, cluster_7117.2.json ...
[[nodiscard]] std::filesystem::path free_session_file(const std::filesystem::path& folder,
                                                      const std::string& node);
/// Reserves a session for this window as long as the returned object lives: no other window offers it.
/// Null: another window has reserved it, or the file has changed since it was found.
[[nodiscard]] std::shared_ptr<const void> lock_session(const FoundSession& found);
/// Removes the file unless it has changed since it was found. True when it was removed.
bool remove_session(const FoundSession& found);
/// True when another viewer has taken a session that the node refused to resume. A file with the refused
/// secret is removed.
[[nodiscard]] bool was_taken(const FoundSession& refused);
/// True when the viewer that had the session still runs, on this machine, and is not this process.
[[nodiscard]] bool is_viewed(const SessionRecord& record);

/// File of one session, readable by this user only. Each state is written as a complete file. A file
/// that has another session by then is left alone; a free name beside it is used. Threads: any.
class SessionFile final : public net::ClaimStore {
public:
    /// problem: called once where the file cannot be written, with a line that says so; any thread. found:
    /// claim that the file holds, of a session that is resumed.
    SessionFile(std::filesystem::path file, std::string node, std::uint64_t opened,
                std::function<void(const std::string&)> problem,
                std::optional<net::SessionClaim> found = std::nullopt);

    /// Writes the claim. Another viewer's newer claim of the session stays, until the node gives this viewer
    /// a new secret.
    void keep(const net::SessionClaim& claim) override;
    /// Removes the file, unless another viewer has put its claim there.
    void drop() override;
    /// Newer claim of the same session, put there by another viewer since keep(); nullopt: none.
    [[nodiscard]] std::optional<SessionRecord> newer() const;
    [[nodiscard]] std::filesystem::path file() const;

private:
    [[nodiscard]] bool is_outdated(const net::SessionClaim& claim) const;
    void write(const SessionRecord& record);

    std::filesystem::path file_;
    const std::string node_;
    const std::uint64_t opened_;
    const std::function<void(const std::string&)> problem_;
    mutable std::mutex mutex_;
    std::optional<net::SessionClaim> kept_;
    bool is_reported_ = false;
};

}  // namespace farfield::app
