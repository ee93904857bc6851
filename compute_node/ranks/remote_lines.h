#pragma once

#include "compute_node/lines/line_helpers.h"
#include "compute_node/ranks/dealt_answers.h"
#include "compute_node/ranks/orders.h"

#include <memory>
#include <vector>

namespace farfield::compute {

using LineAnswers = DealtAnswers<LineBlock>;

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
