#pragma once

#include "compute_node/lines/line_helpers.h"
#include "compute_node/ranks/orders.h"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace farfield::compute {

/// One job's answers, on their way from the postman's thread to the job's.
class LineAnswers {
public:
    /// threads: [ranks] that each traces with.
    explicit LineAnswers(std::vector<int> threads) : threads_{std::move(threads)}, parts_(threads_.size()) {}

    void add(int from, BlockAnswer answer);
    void fail(const std::string& words);

    /// A rank other than 0 that has fewer parts than keep it busy; 0 when there is none.
    [[nodiscard]] int free_rank() const;
    void note_given(int rank);
    /// Throws std::runtime_error after fail().
    [[nodiscard]] std::vector<LineBlock> take(bool wait);
    [[nodiscard]] int threads_of(int rank) const { return threads_[rank]; }
    [[nodiscard]] int all_threads() const;

private:
    std::vector<int> threads_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<int> parts_;  ///< [ranks] given and not all back
    std::vector<LineBlock> blocks_;
    std::string failure_;
};

/// Has the other ranks trace lines.
class RemoteLines final : public LineHelp {
public:
    RemoteLines(Postman& postman, std::uint32_t job, std::shared_ptr<LineAnswers> answers)
        : postman_{postman}, job_{job}, answers_{std::move(answers)}
    {}
    ~RemoteLines() override;
    RemoteLines(const RemoteLines&) = delete;
    RemoteLines& operator=(const RemoteLines&) = delete;

    [[nodiscard]] std::optional<Helper> free_helper() const override;
    [[nodiscard]] int threads() const override { return answers_->all_threads(); }
    void give(int helper, std::size_t first, const LineSeeds& seeds) override;
    [[nodiscard]] std::vector<LineBlock> take(bool wait) override { return answers_->take(wait); }
    void cancel() override;

private:
    Postman& postman_;
    std::uint32_t job_;
    std::shared_ptr<LineAnswers> answers_;
};

}  // namespace farfield::compute
