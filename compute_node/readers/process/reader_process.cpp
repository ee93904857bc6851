#include "compute_node/readers/process/reader_process.h"

#include "compute_node/fields/archive.h"
#include "compute_node/readers/companions.h"
#include "compute_node/readers/process/answer_check.h"
#include "compute_node/readers/process/memory_file.h"
#include "compute_node/readers/process/packets.h"
#include "compute_node/readers/process/reader_wire.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <stdexcept>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace farfield::compute {

namespace {

/// What a reader takes before it has read anything.
constexpr std::uint64_t bytes_of_process = 128U << 20U;

/// What reading files may take: far more than honest ones need, of which libraries hold some copies, and some
/// of which are packed.
std::uint64_t most_bytes_for(const ReadRequest& request, const ReaderSettings& settings)
{
    constexpr std::uint64_t least = 1U << 30U, per_file_byte = 32;
    std::uint64_t bytes = 0;
    for (const std::filesystem::path& file : request.files) bytes += bytes_with_companions(file);
    return std::min(settings.max_bytes, least + per_file_byte * bytes);
}

class SpawnActions {
public:
    SpawnActions() { posix_spawn_file_actions_init(&actions_); }
    ~SpawnActions() { posix_spawn_file_actions_destroy(&actions_); }
    SpawnActions(const SpawnActions&) = delete;
    SpawnActions& operator=(const SpawnActions&) = delete;

    /// The socket as standard input, and nothing else that is open here.
    posix_spawn_file_actions_t* with_only(const Descriptor& socket)
    {
        posix_spawn_file_actions_adddup2(&actions_, socket.get(), STDIN_FILENO);
        posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // they report there
        posix_spawn_file_actions_addopen(&actions_, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
#endif
        posix_spawn_file_actions_addclosefrom_np(&actions_, STDERR_FILENO + 1);
        return &actions_;
    }

private:
    posix_spawn_file_actions_t actions_{};
};

class SpawnAttributes {
public:
    SpawnAttributes() { posix_spawnattr_init(&attributes_); }
    ~SpawnAttributes() { posix_spawnattr_destroy(&attributes_); }
    SpawnAttributes(const SpawnAttributes&) = delete;
    SpawnAttributes& operator=(const SpawnAttributes&) = delete;

    /// No signal blocked, and a group of its own: an interrupt at the keyboard is the node's.
    posix_spawnattr_t* apart()
    {
        sigset_t none;
        sigemptyset(&none);
        posix_spawnattr_setsigmask(&attributes_, &none);
        posix_spawnattr_setpgroup(&attributes_, 0);
        posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
        return &attributes_;
    }

private:
    posix_spawnattr_t attributes_{};
};

std::vector<std::string> arguments_of(const ReaderSettings& settings)
{
    const std::uint64_t most = std::numeric_limits<std::uint64_t>::max() - bytes_of_process;
    std::vector<std::string> arguments{"farfield-node", reader_command, "--max-bytes",
                                       std::to_string(std::min(settings.max_bytes, most) + bytes_of_process)};
    if (!settings.use_landlock) arguments.emplace_back("--without-landlock");
    for (const std::filesystem::path& folder : settings.data_folders) {
        arguments.emplace_back("--data");
        arguments.push_back(std::filesystem::absolute(folder).string());
    }
    return arguments;
}

pid_t start(const ReaderSettings& settings, const Descriptor& socket)
{
    std::vector<std::string> arguments = arguments_of(settings);
    std::vector<char*> pointers;
    for (std::string& argument : arguments) pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    pid_t id = -1;
    const int error = posix_spawn(&id, settings.program.c_str(), SpawnActions{}.with_only(socket),
                                  SpawnAttributes{}.apart(), pointers.data(), environ);
    if (error != 0)
        throw std::system_error(error, std::generic_category(), "cannot start a process that reads files");
    return id;
}

void limit_memory(pid_t process, std::uint64_t most_bytes)
{
    rlimit limit{};
    if (prlimit(process, RLIMIT_DATA, nullptr, &limit) != 0) return;
    limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, most_bytes + bytes_of_process);
    prlimit(process, RLIMIT_DATA, &limit, nullptr);
}

/// Its arrays stay where they are, in memory that the answer keeps.
ReadAnswer answer_in(const std::vector<Descriptor>& files)
{
    if (files.size() != max_packet_files)
        throw std::runtime_error("expected two files from a reading process");
    const SealedMemory description{files[0]};
    const auto arrays = std::make_shared<const SealedMemory>(files[1]);
    ReadAnswer answer;
    ArchiveReader{description.bytes(), {arrays, arrays->bytes().data()}, arrays->bytes().size()}(answer);
    return answer;
}

}  // namespace

ReaderProcess::ReaderProcess(const ReaderSettings& settings) : settings_{settings}
{
    auto [here, there] = connected_pair();
    id_ = start(settings, there);
    socket_ = std::move(here);
    process_ = Descriptor{static_cast<int>(syscall(SYS_pidfd_open, id_, 0))};
    if (!process_.is_open())
        throw std::system_error(errno, std::generic_category(), "cannot watch a process");
}

ReaderProcess::~ReaderProcess()
{
    end();
    reap();
}

void ReaderProcess::end() const
{
    syscall(SYS_pidfd_send_signal, process_.get(), SIGKILL, nullptr, 0);
}

/// Not for ever: a process that waits for a dead disk cannot end.
void ReaderProcess::reap()
{
    if (reaped_) return;
    constexpr int patience_ms = 1000;
    pollfd ended{process_.get(), POLLIN, 0};
    if (poll(&ended, 1, patience_ms) < 0) return;
    reaped_ = waitpid(id_, &status_, WNOHANG) == id_;
}

ReadAnswer ReaderProcess::read(const ReadRequest& request)
{
    const std::string file = request.files.front().string();
    const std::uint64_t most_bytes = most_bytes_for(request, settings_);
    limit_memory(id_, most_bytes);
    ArchiveWriter asked;
    asked(request);
    send_packet(socket_, {asked.take_bytes(), {}});
    if (!wait_for_answer())
        throw std::runtime_error(
            fmt::format("cannot read '{}': reading takes longer than max_read_seconds = {}", file,
                        settings_.max_time.count()));
    const Packet packet = receive_packet(socket_);
    if (packet.bytes.empty())
        throw std::runtime_error(fmt::format("cannot read '{}': {}", file, how_it_ended()));
    ReadingEnd end;
    ArchiveReader{packet.bytes}(end);
    if (end.how == ReadingEnd::How::NoMemory)
        throw std::runtime_error(
            fmt::format("cannot read '{}': reading takes more memory than a reader of it may "
                        "have, {} MiB",
                        file, most_bytes >> 20U));
    if (end.how != ReadingEnd::How::Read) throw std::runtime_error(end.error);
    ReadAnswer answer = answer_in(packet.files);
    check_answer(request, answer);
    return answer;
}

/// False when the time is over.
bool ReaderProcess::wait_for_answer() const
{
    const auto deadline = std::chrono::steady_clock::now() + settings_.max_time;
    pollfd waiting{socket_.get(), POLLIN, 0};
    for (;;) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
            deadline - std::chrono::steady_clock::now());
        if (left.count() <= 0) return false;
        constexpr std::int64_t at_once = 60'000;
        if (poll(&waiting, 1, static_cast<int>(std::min<std::int64_t>(left.count(), at_once))) > 0)
            return true;
    }
}

std::string ReaderProcess::how_it_ended()
{
    reap();
    constexpr const char* damaged = "the file is damaged, or not of its format";
    if (reaped_ && WIFSIGNALED(status_))
        return fmt::format("the library that reads it failed ({}); {}", strsignal(WTERMSIG(status_)),
                           damaged);
    if (reaped_ && WIFEXITED(status_))
        return fmt::format("the library that reads it ended its process with code {}; {}",
                           WEXITSTATUS(status_), damaged);
    return "the process that reads it ended";
}

}  // namespace farfield::compute
