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

/// A process, also when its number has been given to another.
struct ProcessName {
    std::string machine;
    std::uint64_t number = 0;
    std::uint64_t started = 0;  ///< in ticks of the machine's clock since it started
    friend bool operator==(const ProcessName&, const ProcessName&) = default;

    static void fields(auto& visit)
    {
        visit("machine", &ProcessName::machine, model::required);
        visit("number", &ProcessName::number, model::required);
        visit("started", &ProcessName::started, model::required);
    }
};

/// What lies in a file of $XDG_STATE_HOME/farfield/sessions: a viewer's session, for the next viewer.
struct SessionRecord {
    std::string node;          ///< as net::ClientSettings has it
    std::uint64_t opened = 0;  ///< in seconds since 1970-01-01 UTC
    net::SessionClaim claim;
    ProcessName viewer;  ///< that had it last
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
/// Of this node, those that were opened last in front. What cannot be read is none.
[[nodiscard]] std::vector<FoundSession> find_sessions(const std::filesystem::path& folder,
                                                      const std::string& node);
/// A file there that is not used, for a session of this node: cluster_7117.json, cluster_7117.2.json ...
[[nodiscard]] std::filesystem::path free_session_file(const std::filesystem::path& folder,
                                                      const std::string& node);
/// For as long as the returned object stands, the session is this window's to offer: no other one is given
/// it. Null: another window has it so, or the file has changed since it was found.
[[nodiscard]] std::shared_ptr<const void> lock_session(const FoundSession& found);
/// Removes the file, and says so, unless it has changed since it was found.
bool remove_session(const FoundSession& found);
/// Of a session with which its node does not go on: whether another viewer has it. A file that has the secret
/// that was refused is removed.
[[nodiscard]] bool was_taken(const FoundSession& refused);
/// Whether the viewer that had the session runs on this machine, and is not this process.
[[nodiscard]] bool is_viewed(const SessionRecord& record);

/// The file of one session, which only this user can read. Each of its states is written in whole. A file
/// that has another session by then is left to it, for a free one beside it. Threads: any.
class SessionFile final : public net::ClaimStore {
public:
    /// problem: is called once where the file cannot be written, with a line that says so; any thread. found:
    /// what the file has of a session that is resumed.
    SessionFile(std::filesystem::path file, std::string node, std::uint64_t opened,
                std::function<void(const std::string&)> problem,
                std::optional<net::SessionClaim> found = std::nullopt);

    /// Where another viewer has put a newer claim of the session there, that one stays until the node gives
    /// this viewer a secret.
    void keep(const net::SessionClaim& claim) override;
    /// Removes it, unless another viewer has put its claim there.
    void drop() override;
    /// What another viewer has put there since keep(): a newer claim of the same session.
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
