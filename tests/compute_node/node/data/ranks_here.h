#pragma once

#include "compute_node/ranks/ranks.h"
#include "tests/compute_node/ranks/blocks/split_field.h"

#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace farfield::compute::testing {

/// As many ranks as one likes, all in this process: fields in blocks, nothing else.
class RanksHere final : public Ranks {
public:
    explicit RanksHere(int count) : count_{count} {}

    /// Times that blocks were read, and fields of which they are held.
    [[nodiscard]] int opened() const { return opened_; }
    [[nodiscard]] std::size_t held() const { return cuts_.size(); }

    [[nodiscard]] int size() const override { return count_; }
    [[nodiscard]] bool is_on_this_host(int /*rank*/) const override { return true; }
    [[nodiscard]] std::shared_ptr<const Field> share(const Field& field) override
    {
        return std::make_shared<const Field>(field.info(), field.shared_grid(), field.all_nodes(),
                                             field.slices().times, field.scalar_is_speed());
    }
    [[nodiscard]] std::shared_ptr<terrain::ViewHelpers> share(terrain::Terrain& /*terrain*/) override
    {
        return nullptr;
    }
    [[nodiscard]] FieldInBlocks open_blocks(const DatasetFiles& dataset, const FieldChoice& choice) override
    {
        ++opened_;
        std::vector<DatasetBlock> blocks;
        std::vector<BlockSummary> summaries;
        std::vector<std::shared_ptr<const Field>> fields;
        for (int i = 0; i < count_; ++i) {
            blocks.push_back(open_block(dataset, choice, i, count_));
            summaries.push_back(blocks.back().summary);
            fields.push_back(blocks.back().field);
        }
        FieldInBlocks whole = join_blocks(blocks.front(), summaries);
        fields.front() = whole.first;
        const Field* const first = whole.first.get();
        cuts_[first] = std::make_unique<BlocksHere>(blocks.front().blocks, std::move(fields));
        whole.first = {first, [this](const Field* field) { cuts_.erase(field); }};
        return whole;
    }
    [[nodiscard]] std::unique_ptr<LineTraffic> begin_traffic(const Field& block, const LineSettings& settings,
                                                             int threads) override
    {
        return cuts_.at(&block)->begin_traffic(block, settings, threads);
    }
    [[nodiscard]] std::unique_ptr<BlockSampling> begin_sampling(const Field& block, int threads) override
    {
        return std::make_unique<SamplingHere>(*cuts_.at(&block), threads);
    }
    [[nodiscard]] std::unique_ptr<LineHelp> begin(const Field&, const LineSettings&, int) override
    {
        return nullptr;
    }
    [[nodiscard]] std::unique_ptr<ParticleHelp> begin_particles(const Field&) override { return nullptr; }
    void on_failure(std::function<void(const std::string& words)>) override {}
    [[nodiscard]] std::string failure() const override { return {}; }

private:
    class SamplingHere final : public SortedSampling {
    public:
        SamplingHere(const BlocksHere& blocks, int threads)
            : SortedSampling{*blocks.first(), blocks.blocks(), threads},
              blocks_{blocks},
              answers_(blocks.fields().size())
        {}

    private:
        void ask(int block, const std::vector<glm::vec3>& positions, SampleKind kind, float time) override
        {
            answers_[block].resize(positions.size());
            sample_block(*blocks_.fields()[block], positions, kind, time, answers_[block], 1);
        }
        [[nodiscard]] std::vector<PlaceSample> answer(int block) override
        {
            return std::exchange(answers_[block], {});
        }

        const BlocksHere& blocks_;
        std::vector<std::vector<PlaceSample>> answers_;
    };

    int count_;
    int opened_ = 0;
    std::map<const Field*, std::unique_ptr<BlocksHere>> cuts_;
};

}  // namespace farfield::compute::testing
