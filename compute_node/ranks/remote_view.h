#pragma once

#include "compute_node/ranks/dealt_answers.h"
#include "compute_node/ranks/postman.h"
#include "compute_node/terrain/rays/view_helpers.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace farfield::compute {

using ViewAnswers = DealtAnswers<terrain::CastTiles>;

/// Has the other ranks cast a view.
class RemoteView final : public terrain::ViewHelp {
public:
    RemoteView(Postman& postman, std::uint32_t view, std::shared_ptr<ViewAnswers> answers)
        : postman_{postman}, view_{view}, answers_{std::move(answers)}
    {}
    ~RemoteView() override;
    RemoteView(const RemoteView&) = delete;
    RemoteView& operator=(const RemoteView&) = delete;

    [[nodiscard]] std::optional<Helper> free_helper() const override;
    [[nodiscard]] int threads() const override { return answers_->all_threads(); }
    void give(int helper, const terrain::TileRange& tiles) override;
    [[nodiscard]] std::vector<terrain::CastTiles> take(bool wait) override { return answers_->take(wait); }

private:
    Postman& postman_;
    std::uint32_t view_;
    std::shared_ptr<ViewAnswers> answers_;
};

}  // namespace farfield::compute
