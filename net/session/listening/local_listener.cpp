#include "net/session/listening/local_listener.h"

#include <spdlog/spdlog.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "net/transport/descriptor_stream.h"

namespace farfield::net {

namespace asio = boost::asio;
using boost::system::error_code;
using Local = asio::local::stream_protocol;

namespace {

constexpr std::chrono::milliseconds pause_after_failure{100};

[[noreturn]] void fail_at(const std::filesystem::path& file, const std::string& why)
{
    throw std::runtime_error("cannot listen at " + file.string() + ": " + why);
}

/// Makes the socket's folder, which only this user may enter.
void make_folder(const std::filesystem::path& file)
{
    const auto folder = file.parent_path();
    if (::mkdir(folder.c_str(), S_IRWXU) != 0 && errno != EEXIST)
        fail_at(file, std::system_category().message(errno));
    struct stat status {};
    if (::lstat(folder.c_str(), &status) != 0 || !S_ISDIR(status.st_mode) || status.st_uid != ::geteuid())
        fail_at(file, "its folder is not this user's");
    if (::chmod(folder.c_str(), S_IRWXU) != 0) fail_at(file, std::system_category().message(errno));
}

/// Removes the socket of a dead process: a connection to it is refused.
void remove_stale(asio::io_context& io, const std::filesystem::path& file)
{
    struct stat status {};
    if (::lstat(file.c_str(), &status) != 0 || !S_ISSOCK(status.st_mode)) return;
    Local::socket probe(io);
    error_code error;
    probe.open(Local(), error);
    probe.non_blocking(true, error);  // a process that listens may be busy
    probe.connect(Local::endpoint(file.string()), error);
    if (error == asio::error::connection_refused) ::unlink(file.c_str());
}

/// True for a PID.sock of a dead process. A live process may be about to listen.
bool is_of_dead(const std::filesystem::path& file)
{
    const std::string name = file.stem().string();
    pid_t process = 0;
    const auto [end, fault] = std::from_chars(name.data(), name.data() + name.size(), process);
    return file.extension() == ".sock" && fault == std::errc() && end == name.data() + name.size() &&
           process > 0 && ::kill(process, 0) != 0 && errno == ESRCH;
}

/// Removes the sockets of nodes that were killed.
void remove_all_stale(asio::io_context& io, const std::filesystem::path& folder)
{
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(folder, ignored))
        if (is_of_dead(entry.path())) remove_stale(io, entry.path());
}

}  // namespace

std::filesystem::path own_local_socket()
{
    const char* const folder = std::getenv("XDG_RUNTIME_DIR");
    if (folder == nullptr || *folder == '\0') return {};
    return std::filesystem::path(folder) / "farfield" / (std::to_string(::getpid()) + ".sock");
}

LocalListener::LocalListener(asio::io_context& io, std::filesystem::path file, Connected connected)
    : io_(io), file_(std::move(file)), connected_(std::move(connected)), acceptor_(io), pause_(io)
{
    if (file_.native().size() >= sizeof(sockaddr_un::sun_path)) fail_at(file_, "the path is too long");
    make_folder(file_);
    remove_stale(io_, file_);
    remove_all_stale(io_, file_.parent_path());
    error_code error;
    const auto check = [&] {
        if (error) fail_at(file_, error.message());
    };
    acceptor_.open(Local(), error);
    check();
    acceptor_.bind(Local::endpoint(file_.string()), error);
    check();
    if (::chmod(file_.c_str(), S_IRUSR | S_IWUSR) != 0) fail_at(file_, std::system_category().message(errno));
    acceptor_.listen(Local::acceptor::max_listen_connections, error);
    check();
    accept();
}

LocalListener::~LocalListener()
{
    ::unlink(file_.c_str());
}

void LocalListener::accept()
{
    // The handler may still run after this object's end, for a connection accepted before.
    acceptor_.async_accept(
        [this, alive = std::weak_ptr(alive_)](const error_code& error, Local::socket socket) {
            if (alive.expired() || error == asio::error::operation_aborted) return;
            if (!error) {
                accept();  // first, so that others are still accepted when there is no memory for this one
                return take(std::move(socket));
            }
            pause_.expires_after(pause_after_failure);
            pause_.async_wait([this, alive](const error_code& cancelled) {
                if (!cancelled && !alive.expired()) accept();
            });
        });
}

void LocalListener::take(Local::socket socket)
{
    ucred peer{};
    ::socklen_t bytes = sizeof peer;
    const bool is_known = ::getsockopt(socket.native_handle(), SOL_SOCKET, SO_PEERCRED, &peer, &bytes) == 0;
    if (!is_known || peer.uid != ::geteuid())
        return spdlog::warn("{}: a process of another user is refused", file_.string());
    connected_(std::make_unique<DescriptorStream>(io_, socket.release(), Trust::SameUser,
                                                  "process " + std::to_string(peer.pid)));
}

std::unique_ptr<LocalListener> listen_locally(asio::io_context& io, const std::filesystem::path& file,
                                              LocalListener::Connected connected)
try {
    if (!file.empty()) return std::make_unique<LocalListener>(io, file, std::move(connected));
    spdlog::debug("no local socket: none is named, as XDG_RUNTIME_DIR is not set");
    return nullptr;
} catch (const std::exception& error) {
    spdlog::debug("no local socket: {}", error.what());
    return nullptr;
}

}  // namespace farfield::net
