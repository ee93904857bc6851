#pragma once

#include "compute_node/fields/field_reader.h"
#include "compute_node/readers/process/reader_process.h"
#include "compute_node/readers/process/reader_settings.h"

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <set>
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
    /// Starts the first process. Throws std::system_error when it cannot be started.
    explicit ReaderProcesses(ReaderSettings settings);
    ~ReaderProcesses() override;

    [[nodiscard]] ReadAnswer read(const ReadRequest& request) const override;

    /// Ends all processes: reads that go on, and any later ones, throw.
    void stop() override;

private:
    using Process = std::unique_ptr<ReaderProcess>;
    struct Kept {
        std::string dataset;
        Process process;
    };
    [[nodiscard]] Process take(const std::string& dataset) const;
    void put_back(const std::string& dataset, Process process) const;
    void end_reading(const ReaderProcess& process) const;
    void throw_if_stopped() const;
    [[noreturn]] static void throw_stopped();

    static constexpr std::size_t most_kept = 2;

    const ReaderSettings settings_;
    mutable std::mutex mutex_;
    mutable std::condition_variable ended_;  ///< a reading
    mutable std::set<const ReaderProcess*> reading_;
    mutable std::deque<Kept> kept_;  ///< latest last
    mutable Process spare_;          ///< has read nothing; null while one reads that was
    bool stopped_ = false;
};

}  // namespace farfield::compute
