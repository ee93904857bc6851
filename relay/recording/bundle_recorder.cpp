#include "relay/recording/bundle_recorder.h"

#include <utility>

#include "relay/core/bundle_reader.h"

namespace farfield::net::relay {

BundleRecorder::BundleRecorder(const std::filesystem::path& file, RecordedRelay relay,
                               std::function<void(const std::string&)> failed, std::size_t most_bytes)
    : failed_{std::move(failed)}, most_bytes_{most_bytes}, writer_{file, std::move(relay)}, thread_{[this] {
          run();
      }}
{}

BundleRecorder::~BundleRecorder()
{
    finish();
}

void BundleRecorder::push(std::span<const std::byte> payload)
{
    const auto bundle = BundleReader::open(payload);
    if (!bundle) return;
    Waiting waiting{{payload.begin(), payload.end()}, bundle->messages()};
    {
        const std::lock_guard lock(mutex_);
        if (is_finishing_) return;
        stats_.messages += waiting.messages;
        if (queued_bytes_ + payload.size() > most_bytes_) {
            lost_in_queue_ += waiting.messages;
            stats_.lost += waiting.messages;
            return;
        }
        stats_.waiting += waiting.messages;
        queued_bytes_ += payload.size();
        queue_.push_back(std::move(waiting));
    }
    has_news_.notify_one();
}

void BundleRecorder::finish()
{
    {
        const std::lock_guard lock(mutex_);
        is_finishing_ = true;
    }
    has_news_.notify_one();
    if (thread_.joinable()) thread_.join();
}

RecorderStats BundleRecorder::stats() const
{
    const std::lock_guard lock(mutex_);
    return stats_;
}

void BundleRecorder::run()
{
    while (true) {
        std::unique_lock lock(mutex_);
        has_news_.wait(lock, [this] { return is_finishing_ || !queue_.empty(); });
        if (queue_.empty()) break;
        const Waiting bundle = std::move(queue_.front());
        queue_.pop_front();
        const std::uint64_t lost_before = std::exchange(lost_in_queue_, 0);
        lock.unlock();
        write(bundle, lost_before);
    }
    end_file();
}

// Writes a bundle; its bytes count as waiting until they are written.
void BundleRecorder::write(const Waiting& bundle, std::uint64_t lost_before)
{
    const std::uint64_t lost = writer_.counts().lost;
    std::string failure;
    try {
        writer_.append(bundle.payload);
        has_failed_ = false;
    } catch (const std::exception& error) {
        failure = error.what();
    }
    const std::uint64_t more_lost = writer_.counts().lost - lost;
    writer_.count_lost(lost_before);
    {
        const std::lock_guard lock(mutex_);
        stats_.waiting -= bundle.messages;
        stats_.lost += more_lost;
        queued_bytes_ -= bundle.payload.size();
        update_stats();
    }
    if (!failure.empty()) note_failure(failure);
}

void BundleRecorder::update_stats()
{
    stats_.recorded = writer_.counts().messages;
    stats_.bundles = writer_.counts().bundles;
    stats_.bytes = writer_.bytes();
    stats_.entities = writer_.entities();
}

void BundleRecorder::end_file()
{
    try {
        {
            const std::lock_guard lock(mutex_);
            writer_.count_lost(std::exchange(lost_in_queue_, 0));
        }
        writer_.finish();
        const std::lock_guard lock(mutex_);
        update_stats();
    } catch (const std::exception& error) {
        note_failure(error.what());
    }
}

void BundleRecorder::note_failure(const std::string& why)
{
    {
        const std::lock_guard lock(mutex_);
        stats_.failure = why;
    }
    if (!std::exchange(has_failed_, true)) failed_(why);
}

}  // namespace farfield::net::relay
