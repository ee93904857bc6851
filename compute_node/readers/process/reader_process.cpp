#include "compute_node/readers/process/reader_process.h"

#include "compute_node/readers/process/answer_check.h"
#include "compute_node/readers/process/memory_file.h"
#include "compute_node/readers/process/packets.h"
#include "compute_node/readers/process/reading_outcome.h"
#include "compute_node/support/archive.h"
#include "compute_node/support/long_task.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstring>
#include <fstream>
#include <limits>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
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

/// The memory of a reader before it has read anything.
constexpr std::uint64_t bytes_of_process = 128U << 20U;

constexpr const char* memory_tunables =
    "glibc.malloc.hugetlb=1:glibc.malloc.mmap_threshold=33554432:glibc.malloc.trim_threshold=134217728:"
    "glibc.malloc.top_pad=2097152";

class SpawnActions {
public:
    SpawnActions() { posix_spawn_file_actions_init(&actions_); }
    ~SpawnActions() { posix_spawn_file_actions_destroy(&actions_); }
    SpawnActions(const SpawnActions&) = delete;
    SpawnActions& operator=(const SpawnActions&) = delete;

    /// Keeps the socket as standard input, and closes all other descriptors in the new process.
    posix_spawn_file_actions_t* keep_only(const Descriptor& socket)
    {
        posix_spawn_file_actions_adddup2(&actions_, socket.get(), STDIN_FILENO);
        posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
        if (!is_sanitized)
            posix_spawn_file_actions_addopen(&actions_, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
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

    /// Attributes with no signal blocked and a separate group: an interrupt at the keyboard is the node's.
    posix_spawnattr_t* of_own_group()
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

/// This process's environment, changed: one thread for OpenBLAS, which takes memory for each when it is
/// loaded, more than a reader may have; memory in large pages, kept between two arrays, since pages would
/// take half of the time of reading; functions of libraries bound at start, while a reader waits.
std::vector<std::string> environment(const ReaderSettings& settings)
{
    std::vector<std::string> all{"OPENBLAS_NUM_THREADS=1", std::string{"GLIBC_TUNABLES="} + memory_tunables};
    if (settings.keeps_one_ready) all.emplace_back("LD_BIND_NOW=1");
    for (char** variable = environ; *variable != nullptr; ++variable) {
        const std::string_view name =
            std::string_view{*variable}.substr(0, std::string_view{*variable}.find('='));
        if (name != "OPENBLAS_NUM_THREADS" && name != "GLIBC_TUNABLES" && name != "LD_BIND_NOW")
            all.emplace_back(*variable);
    }
    return all;
}

/// Pointers to the texts, borrowed, with a null at the end, as the system wants them.
std::vector<char*> pointers_to(std::vector<std::string>& texts)
{
    std::vector<char*> pointers;
    pointers.reserve(texts.size() + 1);
    for (std::string& text : texts) pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

pid_t start(const ReaderSettings& settings, const Descriptor& socket)
{
    std::vector<std::string> arguments = arguments_of(settings), variables = environment(settings);
    pid_t id = -1;
    const int error = posix_spawn(&id, settings.program.c_str(), SpawnActions{}.keep_only(socket),
                                  SpawnAttributes{}.of_own_group(), pointers_to(arguments).data(),
                                  pointers_to(variables).data());
    if (error != 0)
        throw std::system_error(error, std::generic_category(), "cannot start a process that reads files");
    return id;
}

/// Takes the answer from files in memory. Its arrays stay there; the answer keeps these files.
ReadAnswer answer_in(const std::vector<Descriptor>& files, std::uint64_t most_bytes)
{
    if (files.size() != max_packet_files)
        throw std::runtime_error("expected two files from a reading process");
    const SealedMemory description{files[0], most_bytes};
    const auto arrays = std::make_shared<const SealedMemory>(files[1], most_bytes);
    ReadAnswer answer;
    ArchiveReader{description.bytes(), {arrays, arrays->bytes().data()}, arrays->bytes().size()}(answer);
    return answer;
}

/// Bytes that a process has read from files, other than those mapped into memory; 0: not known.
std::uint64_t bytes_read_by(pid_t process)
{
    std::ifstream in{fmt::format("/proc/{}/io", process)};
    std::string name;
    std::uint64_t bytes = 0;
    return in >> name >> bytes && name == "rchar:" ? bytes : 0;
}

ReadingOutcome outcome_in(const Packet& packet)
{
    ReadingOutcome outcome;
    ArchiveReader{packet.bytes}(outcome);
    return outcome;
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

void ReaderProcess::end()
{
    ended_ = true;
    syscall(SYS_pidfd_send_signal, process_.get(), SIGKILL, nullptr, 0);
}

/// Waits for the process to end, but not for ever: a process that waits for a dead disk cannot end.
void ReaderProcess::reap()
{
    if (reaped_) return;
    constexpr int patience_ms = 1000;
    pollfd ended{process_.get(), POLLIN, 0};
    if (poll(&ended, 1, patience_ms) < 0) return;
    reaped_ = waitpid(id_, &status_, WNOHANG) == id_;
}

ReadAnswer ReaderProcess::read(const ReadRequest& request, std::uint64_t most_bytes,
                               const std::stop_token& cancel)
{
    const Clock::time_point deadline = Clock::now() + settings_.max_time;
    const std::stop_callback end_early{cancel, [this] { end(); }};
    check_alive(request);
    Reading reading;
    try {
        wait_until_ready(deadline);
        limit_memory(most_bytes);
        reading = ask(request, most_bytes, deadline);
    } catch (const std::bad_alloc&) {
        throw;  // of this process: what opens datasets says what takes less
    } catch (const std::exception& error) {
        throw std::runtime_error(
            fmt::format("cannot read '{}': {}", request.files.front().string(), error.what()));
    }
    if (reading.outcome.how != ReadingOutcome::How::Read) throw std::runtime_error(reading.outcome.error);
    check_answer(request, reading.answer);
    return std::move(reading.answer);
}

void ReaderProcess::check_alive(const ReadRequest& request) const
{
    pollfd ended{process_.get(), POLLIN, 0};
    if (ended_ || poll(&ended, 1, 0) > 0)
        throw ReaderEnded(fmt::format("cannot read '{}': a process that waited to read has ended",
                                      request.files.front().string()));
}

/// Waits for the first packet, which says that the process is confined.
void ReaderProcess::wait_until_ready(Clock::time_point deadline)
{
    if (ready_) return;
    const ReadingOutcome outcome = outcome_in(next_packet(deadline));
    if (outcome.how != ReadingOutcome::How::Ready)
        throw std::runtime_error(
            fmt::format("the process that was to read it is not confined: {}", outcome.error));
    ready_ = true;
}

void ReaderProcess::limit_memory(std::uint64_t most_bytes) const
{
    const rlim_t most = is_sanitized ? RLIM_INFINITY - 1 : most_bytes + bytes_of_process;
    rlimit limit{};
    if (prlimit(id_, RLIMIT_DATA, nullptr, &limit) != 0)
        throw std::system_error(errno, std::generic_category(), "cannot limit the memory of a process");
    limit.rlim_cur = std::min(limit.rlim_max, most);
    if (prlimit(id_, RLIMIT_DATA, &limit, nullptr) != 0)
        throw std::system_error(errno, std::generic_category(), "cannot limit the memory of a process");
}

ReaderProcess::Reading ReaderProcess::ask(const ReadRequest& request, std::uint64_t most_bytes,
                                          Clock::time_point deadline)
{
    ArchiveWriter asked;
    asked(request);
    has_parts_ = false;
    bytes_before_ = bytes_read_by(id_);
    send_packet(socket_, {asked.take_bytes(), {}});
    Packet packet = next_packet(deadline);
    ReadingOutcome outcome = outcome_in(packet);
    for (; outcome.how == ReadingOutcome::How::Going; outcome = outcome_in(packet)) {
        report(outcome.part);
        has_parts_ = true;
        packet = next_packet(deadline);
    }
    if (outcome.how == ReadingOutcome::How::NoMemory)
        throw std::runtime_error(
            fmt::format("reading takes more memory than a reader of it may have, {} MiB", most_bytes >> 20U));
    if (outcome.how != ReadingOutcome::How::Read) return {outcome, {}};
    return {outcome, answer_in(packet.files, most_bytes)};
}

Packet ReaderProcess::next_packet(Clock::time_point deadline)
{
    pollfd waiting{socket_.get(), POLLIN, 0};
    for (bool is_there = false; !is_there;) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
        if (left.count() <= 0)
            throw std::runtime_error(
                fmt::format("reading takes longer than max_read_seconds = {}", settings_.max_time.count()));
        constexpr std::int64_t at_once = 60'000, between_reports = 250;
        const LongTask* const task = LongTask::current();
        const std::int64_t most = task != nullptr && task->is_watched() ? between_reports : at_once;
        is_there = poll(&waiting, 1, static_cast<int>(std::min<std::int64_t>(left.count(), most))) > 0;
        if (!is_there) report_bytes();
    }
    Packet packet = receive_packet(socket_);
    if (packet.bytes.empty()) throw std::runtime_error(how_it_ended());
    return packet;
}

/// Reports a part that the reader process gave, which may be any number.
void ReaderProcess::report(double part) const
{
    if (std::isfinite(part)) report_part(std::clamp(part, 0.0, 1.0));
}

void ReaderProcess::report_bytes() const
{
    const LongTask* const task = LongTask::current();
    if (task == nullptr || has_parts_) return;
    const std::uint64_t bytes = bytes_read_by(id_);
    if (bytes > bytes_before_) task->report({.bytes = bytes - bytes_before_});
}

std::string ReaderProcess::how_it_ended()
{
    reap();
    const std::string subject = ready_ ? "the library that reads it" : "the process that was to read it";
    const std::string conclusion =
        ready_
            ? "; the file may be damaged, not of its format, or of a kind that this version of the library "
              "cannot read"
            : " before it was ready";
    if (reaped_ && WIFSIGNALED(status_))
        return fmt::format("{} failed ({}){}", subject, strsignal(WTERMSIG(status_)), conclusion);
    if (reaped_ && WIFEXITED(status_))
        return fmt::format("{} ended its process with code {}{}", subject, WEXITSTATUS(status_), conclusion);
    return "the process that reads it ended";
}

}  // namespace farfield::compute
