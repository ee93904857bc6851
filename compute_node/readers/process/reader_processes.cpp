#include "compute_node/readers/process/reader_processes.h"

#include "compute_node/readers/companions.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace farfield::compute {

namespace {

/// The memory that reading files may take: far more than intact files need, of which libraries hold some
/// copies, and some of which are packed.
std::uint64_t most_bytes_for(const ReadRequest& request, const ReaderSettings& settings)
{
    constexpr std::uint64_t least = 1U << 30U, per_file_byte = 32;
    std::uint64_t bytes = 0;
    for (const std::filesystem::path& file : request.files) bytes += bytes_with_companions(file);
    return std::min(settings.max_bytes, least + per_file_byte * bytes);
}

}  // namespace

ReaderProcesses::ReaderProcesses(ReaderSettings settings)
    : settings_{std::move(settings)},
      spare_{settings_.keeps_one_ready ? std::make_unique<ReaderProcess>(settings_) : nullptr}
{}

ReaderProcesses::~ReaderProcesses()
{
    stop();
}

ReadAnswer ReaderProcesses::read(const ReadRequest& request, const std::stop_token& cancel) const
{
    constexpr int attempts = 3;
    const std::uint64_t most_bytes = most_bytes_for(request, settings_);
    for (int attempt = 1;; ++attempt) {
        Process process = take(request.dataset, most_bytes, cancel);
        try {
            ReadAnswer answer = process->read(request, most_bytes, cancel);
            put_back(request.dataset, std::move(process));
            return answer;
        } catch (const ReaderEnded&) {  // before it was asked: another one can be
            finish_reading(*process);
            throw_if_ended(cancel);
            if (attempt == attempts) throw;
        } catch (...) {
            finish_reading(*process);
            throw_if_ended(cancel);
            throw;
        }
    }
}

/// Takes a process. Starting one takes a millisecond, until it can read a hundred: the spare one is ready.
ReaderProcesses::Process ReaderProcesses::take(const std::string& dataset, std::uint64_t most_bytes,
                                               const std::stop_token& cancel) const
{
    std::unique_lock lock{mutex_};
    finished_.wait(lock, cancel, [&] { return stopped_ || may_begin(most_bytes); });
    throw_if_ended(cancel);
    Process process;
    const auto kept =
        std::find_if(kept_.begin(), kept_.end(), [&](const Kept& one) { return one.dataset == dataset; });
    if (kept != kept_.end()) {
        process = std::move(kept->process);
        kept_.erase(kept);
    } else {
        process = spare_ ? std::move(spare_) : std::make_unique<ReaderProcess>(settings_);
    }
    reading_.emplace(process.get(), most_bytes);
    return process;
}

bool ReaderProcesses::may_begin(std::uint64_t most_bytes) const
{
    constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t left = settings_.max_bytes > no_limit / 2 ? no_limit : 2 * settings_.max_bytes;
    for (const auto& [process, bytes] : reading_) left -= std::min(left, bytes);
    return reading_.size() < settings_.max_processes && most_bytes <= left;
}

void ReaderProcesses::put_back(const std::string& dataset, Process process) const
{
    finish_reading(*process);
    Process oldest;  // ended without the lock
    const std::lock_guard lock{mutex_};
    if (stopped_) return;
    kept_.push_back({dataset, std::move(process)});
    if (kept_.size() <= most_kept) return;
    oldest = std::move(kept_.front().process);
    kept_.pop_front();
}

void ReaderProcesses::finish_reading(ReaderProcess& process) const
{
    const std::lock_guard lock{mutex_};
    reading_.erase(&process);
    finished_.notify_all();
    if (spare_ || stopped_ || !settings_.keeps_one_ready) return;
    try {
        spare_ = std::make_unique<ReaderProcess>(settings_);
    } catch (const std::system_error&) {
        // The next reading tries again, and reports the error.
    }
}

void ReaderProcesses::stop()
{
    std::deque<Kept> kept;  // ended without the lock
    Process spare;
    const std::lock_guard lock{mutex_};
    stopped_ = true;
    for (const auto& [process, bytes] : reading_) process->end();
    kept.swap(kept_);
    spare = std::move(spare_);
    finished_.notify_all();
}

/// May be called with the lock or without it: the flags it looks at only ever become true.
void ReaderProcesses::throw_if_ended(const std::stop_token& cancel) const
{
    if (stopped_) throw std::runtime_error("the node ends, and reads no more files");
    if (cancel.stop_requested()) throw std::runtime_error("nothing waits for what was to be read any more");
}

}  // namespace farfield::compute
