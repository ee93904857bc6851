#pragma once

#include "compute_node/fields/field_reader.h"
#include "compute_node/readers/process/reader_process.h"
#include "compute_node/readers/process/reader_settings.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

namespace farfield::compute {

/// Reads files in separate processes: whatever a library does with a damaged or malicious file ends only such
/// a process and one read(), which throws. Each process reads for one dataset alone and is kept while more of
/// it may be wanted; a process that has read nothing yet waits for the next dataset, since starting one takes
/// longer than reading a small file. Several processes read at the same time, of one dataset, too.
/// Threads: any.
class ReaderProcesses final : public FieldReader {
public:
    /// Starts the first process, if one is to be kept ready. Throws std::system_error when it cannot be
    /// started.
    explicit ReaderProcesses(ReaderSettings settings);
    ~ReaderProcesses() override;

    /// Reads when its turn comes: it waits while as many read, or take as much memory, as the settings allow.
    [[nodiscard]] ReadAnswer read(const ReadRequest& request,
                                  const std::stop_token& cancel = {}) const override;

    /// Ends all processes: reads that are running, and later ones, throw.
    void stop() override;

private:
    using Process = std::unique_ptr<ReaderProcess>;
    struct Kept {
        std::string dataset;
        Process process;
    };
    [[nodiscard]] Process take(const std::string& dataset, std::uint64_t most_bytes,
                               const std::stop_token& cancel) const;
    [[nodiscard]] bool may_begin(std::uint64_t most_bytes) const;
    void put_back(const std::string& dataset, Process process) const;
    void finish_reading(ReaderProcess& process) const;
    void throw_if_ended(const std::stop_token& cancel) const;

    static constexpr std::size_t most_kept = 2;

    const ReaderSettings settings_;
    mutable std::mutex mutex_;
    mutable std::condition_variable_any finished_;             ///< notified when a reading ends
    mutable std::map<ReaderProcess*, std::uint64_t> reading_;  ///< value: bytes that it may take
    mutable std::deque<Kept> kept_;                            ///< latest at the back
    mutable Process spare_;  ///< has read nothing; null while a former spare reads
    std::atomic<bool> stopped_ = false;
};

}  // namespace farfield::compute
