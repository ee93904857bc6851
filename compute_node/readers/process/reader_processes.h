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

/// Reads files in processes of its own: what a library does with a damaged file, or one made to do harm, ends
/// such a process and one read(), which throws. Each process reads for one dataset alone and is kept while
/// more of it may be wanted; one that has read nothing yet waits for the next dataset, since starting one
/// takes longer than reading a small file. Several read at the same time, of one dataset, too.
/// Threads: any.
class ReaderProcesses final : public FieldReader {
public:
    /// Starts the first process, if one is to be kept ready. Throws std::system_error when it cannot be
    /// started.
    explicit ReaderProcesses(ReaderSettings settings);
    ~ReaderProcesses() override;

    /// Waits for its turn while as many read, or may take as much memory, as the settings allow.
    [[nodiscard]] ReadAnswer read(const ReadRequest& request,
                                  const std::stop_token& cancel = {}) const override;

    /// Ends all processes: reads that go on, and any later ones, throw.
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
    mutable std::condition_variable_any finished_;             ///< a reading
    mutable std::map<ReaderProcess*, std::uint64_t> reading_;  ///< and how many bytes each may take
    mutable std::deque<Kept> kept_;                            ///< latest last
    mutable Process spare_;  ///< has read nothing; null while one reads that was
    std::atomic<bool> stopped_ = false;
};

}  // namespace farfield::compute
