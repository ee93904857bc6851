#include "compute_node/readers/process/read_for_node.h"

#include "compute_node/fields/field_reader.h"
#include "compute_node/readers/common/opened_paths.h"
#include "compute_node/readers/process/landlock.h"
#include "compute_node/readers/process/memory_file.h"
#include "compute_node/readers/process/packets.h"
#include "compute_node/readers/process/reader_settings.h"
#include "compute_node/readers/process/reading_outcome.h"
#include "compute_node/readers/process/system_calls.h"
#include "compute_node/readers/readers.h"
#include "compute_node/support/archive.h"
#include "compute_node/support/long_task.h"
#include "compute_node/support/redact_paths.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <new>
#include <thread>

#include <malloc.h>
#include <poll.h>
#include <sys/resource.h>

namespace farfield::compute {

namespace {

void limit(__rlimit_resource resource, std::uint64_t most)
{
    rlimit both{};
    getrlimit(resource, &both);
    both.rlim_max = std::min<rlim_t>(both.rlim_max, most);
    both.rlim_cur = std::min<rlim_t>(both.rlim_cur, most);  // the node may have set less
    setrlimit(resource, &both);
}

void limit_resources(std::uint64_t max_bytes)
{
    constexpr std::uint64_t max_files = 256;
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_NOFILE, max_files);
    limit(RLIMIT_FSIZE, max_bytes);  // of files in memory: others cannot be written
    std::signal(SIGXFSZ, SIG_IGN);
    if (!is_sanitized) limit(RLIMIT_DATA, max_bytes);
}

/// Ends this process with the node, even when a library hangs.
void exit_when_node_ends(int socket)
{
    std::thread{[socket] {
        pollfd node{socket, 0, 0};
        while (poll(&node, 1, -1) < 0) {
        }
        std::_Exit(0);
    }}.detach();
}

/// The name by which a file may refer to another one: it does not reveal where the data folders lie.
std::string named_from(const std::filesystem::path& file, const std::filesystem::path& other)
{
    const std::filesystem::path folder = file.parent_path(), above = folder.parent_path();
    const bool is_near = above.has_relative_path() && is_below(other, above);
    return (is_near ? other.lexically_relative(folder) : other).string();
}

/// Throws if a file was refused: a library may go on without it, as if it had been read.
void check_refused(const ReadRequest& request)
{
    const std::vector<OpenedPaths::Refused> all = OpenedPaths::of_process().take_refused();
    if (all.empty()) return;
    const auto& [refused, is_elsewhere] = all.front();
    const std::filesystem::path file =
        request.files.empty() ? std::filesystem::path{} : std::filesystem::path{request.files.front()};
    if (file == refused && is_elsewhere)
        throw std::runtime_error(fmt::format("cannot read '{}': this user may not read it", file.string()));
    throw std::runtime_error(fmt::format("cannot read '{}': it refers to '{}', which is {}", file.string(),
                                         named_from(file, refused),
                                         is_elsewhere ? "outside the data folders or may not be read"
                                                      : "no regular file, but a pipe, a socket or a device"));
}

std::vector<Descriptor> read_into_memory(const FieldReader& reader, const ReadRequest& request)
{
    const ReadAnswer answer = reader.read(request);
    check_refused(request);
    MemoryFileWriter file;
    ArchiveWriter archive{[&](std::span<const std::byte> bytes) { file.write(bytes); }};
    archive(answer);
    std::vector<Descriptor> files;
    files.push_back(file.seal());
    files.push_back(sealed_arrays(archive));
    return files;
}

struct Reading {
    ReadingOutcome outcome;
    std::vector<Descriptor> files;
};

Reading read_as_asked(const FieldReader& reader, const ReadRequest& request)
{
    constexpr std::size_t longest_error = 4096;
    try {
        return {{ReadingOutcome::How::Read, {}}, read_into_memory(reader, request)};
    } catch (const std::bad_alloc&) {
        return {{ReadingOutcome::How::NoMemory, {}}, {}};
    } catch (const std::exception& error) {
        std::string words = error.what();
        try {
            check_refused(request);
        } catch (const std::runtime_error& refused) {
            words = refused.what();
        }
        return {{ReadingOutcome::How::Failed, words.substr(0, longest_error)}, {}};
    }
}

void send(const Descriptor& socket, const ReadingOutcome& outcome, std::vector<Descriptor> files = {})
{
    ArchiveWriter words;
    words(outcome);
    send_packet(socket, {words.take_bytes(), std::move(files)});
}

/// Reports the progress of a reading now and then, from any of its threads.
class Reports {
public:
    explicit Reports(const Descriptor& socket) : socket_{socket} {}

    void send_part(double part)
    {
        constexpr std::chrono::milliseconds between{200};
        const std::lock_guard lock{mutex_};
        const auto now = std::chrono::steady_clock::now();
        if (part <= reported_ || now - at_ < between) return;
        reported_ = part;
        at_ = now;
        try {
            send(socket_, {.how = ReadingOutcome::How::Going, .part = part});
        } catch (const std::exception&) {
            // The node ends this process, or has ended itself.
        }
    }

private:
    const Descriptor& socket_;
    std::mutex mutex_;
    double reported_ = 0.0;
    std::chrono::steady_clock::time_point at_ = std::chrono::steady_clock::now();
};

void answer(const Descriptor& socket, const FieldReader& reader, const Packet& packet)
{
    ReadRequest request;
    ArchiveReader{packet.bytes}(request);
    Reports reports{socket};
    const LongTask task{{}, [&](const LongTask::Progress& progress) {
                            if (progress.part) reports.send_part(*progress.part);
                        }};
    Reading reading = read_as_asked(reader, request);
    send(socket, reading.outcome, std::move(reading.files));
    malloc_trim(0);  // it may wait for long now
}

/// Makes the kernel end readers before the node where memory is short.
void be_first_out_of_memory()
{
    std::ofstream{"/proc/self/oom_score_adj"} << 1000;
}

void confine(const ReadingSettings& settings)
{
    clearenv();  // libraries find settings, and files, by it
    be_first_out_of_memory();
    std::vector<std::filesystem::path> folders = settings.data_folders;
    for (std::filesystem::path& folder : folders_of_libraries()) folders.push_back(std::move(folder));
    if (settings.use_landlock) confine_to(folders);
    OpenedPaths::of_process().allow_only(folders);
    limit_resources(settings.max_bytes);
    if (!is_sanitized) forbid_system_calls();
}

}  // namespace

int read_for_node(const ReadingSettings& settings)
{
    const Descriptor socket{dup(STDIN_FILENO)};
    try {
        confine(settings);
    } catch (const std::exception& error) {
        send(socket, {ReadingOutcome::How::Failed, error.what()});
        return 1;
    }
    exit_when_node_ends(socket.get());
    send(socket, {});
    const auto reader = reader_in_this_process();
    for (;;) {
        const Packet packet = receive_packet(socket);
        if (packet.bytes.empty()) return 0;
        answer(socket, *reader, packet);
    }
}

}  // namespace farfield::compute
