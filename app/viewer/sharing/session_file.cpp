#include "app/viewer/sharing/session_file.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <fcntl.h>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "model/fields/json.h"
#include "model/fields/json_fields.h"
#include "model/files/atomic_file.h"
#include "model/files/plain_file.h"
#include "net/message/limits.h"
#include "net/transport/user_folder.h"

namespace farfield::app {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_name = 200;  // of a file; systems permit 255

std::string machine_name()
{
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

/// Start time of a process. nullopt: no such process, or a zombie that its parent has not reaped.
std::optional<std::uint64_t> start_of(std::uint64_t process)
{
    constexpr int fields_before = 18;  // between the state, behind a name that may have spaces, and the start
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    std::string line, skipped;
    std::getline(file, line);
    const auto name_end = line.rfind(')');
    if (name_end == std::string::npos) return std::nullopt;
    std::istringstream rest(line.substr(name_end + 1));
    char state = 0;
    rest >> state;
    for (int i = 0; i < fields_before; ++i) rest >> skipped;
    std::uint64_t started = 0;
    const bool has_ended = state == 'Z' || state == 'X';
    return !has_ended && rest >> started ? std::optional(started) : std::nullopt;
}

ProcessName this_process()
{
    const auto number = static_cast<std::uint64_t>(::getpid());
    return {.machine = machine_name(), .number = number, .started = start_of(number).value_or(0)};
}

/// File name for a node, with characters that every file system accepts: "cluster_7117".
std::string file_name(const std::string& node)
{
    std::string name = node.substr(0, longest_name);
    std::ranges::replace_if(
        name, [](unsigned char c) { return std::isalnum(c) == 0 && c != '.' && c != '-'; }, '_');
    return name;
}

std::optional<SessionRecord> read_record(const fs::path& file)
{
    try {
        return model::read_answer<SessionRecord>(
            model::Json::parse(model::PlainFile(file, "session", net::max_control_bytes).text()));
    } catch (const std::exception&) {
        return std::nullopt;  // from another program, or a later version of this one
    }
}

void check(bool is_done, const fs::path& file)
{
    if (!is_done)
        throw std::system_error(errno, std::generic_category(), "cannot write '" + file.string() + "'");
}

/// Creates an empty file. False: the name is taken.
bool take_name(const fs::path& file)
{
    fs::create_directories(file.parent_path());
    fs::permissions(file.parent_path(), fs::perms::owner_all);
    const int descriptor =
        ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR);
    if (descriptor < 0 && errno == EEXIST) return false;
    check(descriptor >= 0, file);
    ::close(descriptor);
    return true;
}

bool is_same(const SessionRecord& record, const std::optional<net::SessionClaim>& claim)
{
    return claim && record.claim.session == claim->session && record.claim.secret == claim->secret;
}

}  // namespace

fs::path own_sessions_folder()
{
    return net::user_folder("XDG_STATE_HOME", ".local/state", "sessions") / "sessions";
}

std::vector<FoundSession> find_sessions(const fs::path& folder, const std::string& node)
{
    std::vector<FoundSession> found;
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(folder, none)) {
        if (entry.path().extension() != ".json") continue;
        auto record = read_record(entry.path());
        if (record && record->node == node) found.push_back({entry.path(), std::move(*record)});
    }
    std::ranges::sort(found, std::greater(), [](const FoundSession& one) { return one.record.opened; });
    return found;
}

fs::path free_session_file(const fs::path& folder, const std::string& node)
{
    std::error_code ignored;
    const std::string name = file_name(node);
    fs::path file = folder / (name + ".json");
    for (int number = 2; fs::exists(file, ignored); ++number)
        file = folder / (name + "." + std::to_string(number) + ".json");
    return file;
}

std::shared_ptr<const void> lock_session(const FoundSession& found)
{
    const int descriptor = ::open(found.file.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    if (descriptor < 0) return nullptr;
    std::shared_ptr<const void> lock(&found, [descriptor](const void*) { ::close(descriptor); });
    // A file system without locks cannot tell that another window has the session; all windows may have it.
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) return nullptr;
    struct stat locked {
    }, named{};
    const bool is_the_file = ::fstat(descriptor, &locked) == 0 && ::stat(found.file.c_str(), &named) == 0 &&
                             locked.st_ino == named.st_ino;
    return is_the_file && read_record(found.file) == found.record ? lock : nullptr;
}

bool remove_session(const FoundSession& found)
{
    std::error_code ignored;
    return read_record(found.file) == found.record && fs::remove(found.file, ignored);
}

/// The client has already removed the file where the node no longer has the session.
bool was_taken(const FoundSession& refused)
{
    const auto record = read_record(refused.file);
    if (!record || record->claim.session != refused.record.claim.session) return false;
    std::error_code ignored;
    if (is_same(*record, refused.record.claim)) fs::remove(refused.file, ignored);
    return true;
}

bool is_viewed(const SessionRecord& record)
{
    const ProcessName& viewer = record.viewer;
    return viewer != this_process() && viewer.machine == machine_name() &&
           start_of(viewer.number) == viewer.started;
}

SessionFile::SessionFile(fs::path file, std::string node, std::uint64_t opened,
                         std::function<void(const std::string&)> problem,
                         std::optional<net::SessionClaim> found)
    : file_(std::move(file)),
      node_(std::move(node)),
      opened_(opened),
      problem_(std::move(problem)),
      kept_(std::move(found))
{}

fs::path SessionFile::file() const
{
    const std::lock_guard lock(mutex_);
    return file_;
}

/// True when the claim has the secret that was kept before, and the file a newer one.
bool SessionFile::is_outdated(const net::SessionClaim& claim) const
{
    const auto record = read_record(file_);
    return record && record->claim.session == claim.session && record->claim.secret != claim.secret &&
           kept_ && kept_->session == claim.session && kept_->secret == claim.secret;
}

void SessionFile::write(const SessionRecord& record)
{
    const std::string text = model::write(record).dump(1) + "\n";
    const auto there = read_record(file_);
    const bool is_its_own = there && there->claim.session == record.claim.session;
    while (!is_its_own && !take_name(file_)) file_ = free_session_file(file_.parent_path(), node_);
    try {
        write_atomically(file_, text, AtomicFile::Access::Owner);
    } catch (const std::exception&) {
        std::error_code ignored;
        fs::remove(file_, ignored);  // an outdated claim is useless
        throw;
    }
}

void SessionFile::keep(const net::SessionClaim& claim)
{
    const std::lock_guard lock(mutex_);
    if (is_outdated(claim)) return;
    kept_ = claim;
    try {
        write({.node = node_, .opened = opened_, .claim = claim, .viewer = this_process()});
    } catch (const std::exception& error) {
        if (!std::exchange(is_reported_, true))
            problem_(std::string("this session cannot be resumed after a crash: ") + error.what());
    }
}

void SessionFile::drop()
{
    const std::lock_guard lock(mutex_);
    const auto record = read_record(file_);
    std::error_code ignored;
    if (record && is_same(*record, kept_)) fs::remove(file_, ignored);
}

std::optional<SessionRecord> SessionFile::newer() const
{
    const std::lock_guard lock(mutex_);
    auto record = read_record(file_);
    const bool is_newer =
        record && kept_ && record->claim.session == kept_->session && record->claim.secret != kept_->secret;
    return is_newer ? record : std::nullopt;
}

}  // namespace farfield::app
