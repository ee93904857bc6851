#include "compute_node/ranks/blocks/block_root.h"

#include <fmt/format.h>

#include <chrono>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace farfield::compute {

namespace {

/// Longest wait, between two of which the job's cancellation is checked.
constexpr std::chrono::milliseconds longest_wait{5};

}  // namespace

void LineArrivals::add(std::vector<MigratingLine> lines)
{
    const std::lock_guard lock{mutex_};
    std::move(lines.begin(), lines.end(), std::back_inserter(arrivals_.lines));
    changed_.notify_one();
}

void LineArrivals::add(LinePieces pieces)
{
    const std::lock_guard lock{mutex_};
    arrivals_.pieces.push_back(std::move(pieces));
    changed_.notify_one();
}

void LineArrivals::fail(const std::string& text)
{
    const std::lock_guard lock{mutex_};
    failure_ = text;
    changed_.notify_one();
}

LineMigration::Arrivals LineArrivals::take(bool wait)
{
    std::unique_lock lock{mutex_};
    if (wait)
        changed_.wait_for(lock, longest_wait, [this] {
            return !arrivals_.lines.empty() || !arrivals_.pieces.empty() || !failure_.empty();
        });
    if (!failure_.empty()) throw std::runtime_error(failure_);
    return std::exchange(arrivals_, {});
}

/// Migration of a job's lines to and from the other ranks.
class BlockRoot::RemoteMigration final : public LineMigration {
public:
    RemoteMigration(Messenger& messenger, std::uint32_t job, std::shared_ptr<LineArrivals> arrivals)
        : messenger_{messenger}, job_{job}, arrivals_{std::move(arrivals)}
    {}
    ~RemoteMigration() override { messenger_.send_to_all(message_of(BlockOrder::EndJob, job_)); }
    RemoteMigration(const RemoteMigration&) = delete;
    RemoteMigration& operator=(const RemoteMigration&) = delete;

    void send(int block, std::vector<MigratingLine> lines) override
    {
        messenger_.send(block, message_of(BlockOrder::Migrate, MigrateOrder{job_, std::move(lines)}));
    }
    [[nodiscard]] Arrivals take(bool wait) override { return arrivals_->take(wait); }

private:
    Messenger& messenger_;
    std::uint32_t job_;
    std::shared_ptr<LineArrivals> arrivals_;
};

class BlockRoot::RemoteField final : public BlockField {
public:
    RemoteField(BlockRoot& root, std::shared_ptr<const SharedBlocks> field, int threads, std::uint32_t asker,
                std::shared_ptr<RankAnswers> answers)
        : BlockField{field->first, field->blocks, threads},
          root_{root},
          field_{std::move(field)},
          asker_{asker},
          answers_{std::move(answers)}
    {}

private:
    [[nodiscard]] std::unique_ptr<LineMigration> begin_lines(const LineSettings& settings,
                                                             int threads) override
    {
        return root_.begin_lines(field_->number, settings, threads);
    }
    void ask(int block, const std::vector<glm::vec3>& positions, SampleRule rule, float time) override
    {
        const SampleOrder order{asker_, field_->number, rule, time, threads(), positions};
        root_.messenger_.send(block, message_of(BlockOrder::Sample, order));
    }
    [[nodiscard]] std::vector<PointSample> answer(int block) override
    {
        return content_of<SampledAnswer>(answers_->take(block)).samples;
    }

    BlockRoot& root_;
    std::shared_ptr<const SharedBlocks> field_;
    std::uint32_t asker_;
    std::shared_ptr<RankAnswers> answers_;
};

BlockRoot::Opened BlockRoot::open(const DatasetFiles& dataset, const FieldChoice& choice)
{
    const int ranks = messenger_.size();
    const std::uint32_t number = begin_opening();
    messenger_.send_to_all(message_of(BlockOrder::Open, OpenOrder{number, dataset, choice}));
    try {
        const DatasetBlock first = open_block(dataset, choice, 0, ranks);
        std::vector<BlockSummary> summaries = wait_until_opened(number);
        summaries.front() = first.summary;
        JoinedBlocks joined = join_blocks(first, summaries);
        const auto shared = std::make_shared<SharedBlocks>(messenger_, number, first.blocks);
        shared->first = std::move(joined.first);
        return {shared, std::move(joined.dataset), std::move(joined.coarse)};
    } catch (...) {
        messenger_.send_to_all(message_of(BlockOrder::Drop, number));
        const std::lock_guard lock{mutex_};
        openings_.erase(number);
        throw;
    }
}

std::uint32_t BlockRoot::begin_opening()
{
    const std::lock_guard lock{mutex_};
    openings_[next_field_].summaries.resize(static_cast<std::size_t>(messenger_.size()));
    return next_field_++;
}

std::vector<BlockSummary> BlockRoot::wait_until_opened(std::uint32_t field)
{
    std::unique_lock lock{mutex_};
    Opening& opening = openings_[field];
    answered_.wait(lock, [&] { return !failure_.empty() || opening.answers == messenger_.size() - 1; });
    const std::string text = failure_.empty() ? opening.failure : failure_;
    std::vector<BlockSummary> summaries = std::move(opening.summaries);
    openings_.erase(field);
    if (!text.empty()) throw std::runtime_error(text);
    return summaries;
}

FieldSource BlockRoot::source(std::shared_ptr<const SharedBlocks> field, int threads)
{
    const std::lock_guard lock{mutex_};
    if (!failure_.empty()) throw std::runtime_error(failure_);
    auto answers = std::make_shared<RankAnswers>(messenger_.size());
    const std::uint32_t asker = next_job_++;
    askers_.add(asker, answers);
    FieldSource source{std::shared_ptr<const Field>{field, field->first.get()}};
    source.distributed =
        std::make_shared<RemoteField>(*this, std::move(field), threads, asker, std::move(answers));
    return source;
}

std::unique_ptr<LineMigration> BlockRoot::begin_lines(std::uint32_t field, const LineSettings& settings,
                                                      int threads)
{
    const std::lock_guard lock{mutex_};
    if (!failure_.empty()) throw std::runtime_error(failure_);
    auto arrivals = std::make_shared<LineArrivals>();
    const std::uint32_t job = next_job_++;
    migration_.add(job, arrivals);
    messenger_.send_to_all(message_of(BlockOrder::Job, LineJobOrder{job, field, settings, threads}));
    return std::make_unique<RemoteMigration>(messenger_, job, std::move(arrivals));
}

void BlockRoot::take(int from, RankMessage message)
{
    const std::lock_guard lock{mutex_};
    switch (static_cast<BlockOrder>(message.kind)) {
    case BlockOrder::Opened:
        return take_opened(from, content_of<OpenedAnswer>(message));
    case BlockOrder::Migrate: {
        auto order = content_of<MigrateOrder>(message);
        if (const auto arrivals = migration_.find(order.job)) arrivals->add(std::move(order.lines));
        break;
    }
    case BlockOrder::Pieces: {
        auto answer = content_of<PiecesAnswer>(message);
        if (const auto arrivals = migration_.find(answer.job)) arrivals->add(std::move(answer.pieces));
        break;
    }
    case BlockOrder::Sampled:
        if (const auto answers = askers_.find(content_of<std::uint32_t>(message)))
            answers->add(from, std::move(message));
        break;
    case BlockOrder::Failed: {
        const auto answer = content_of<FailedAnswer>(message);
        askers_.fail(answer.job, answer.text);
        migration_.fail(answer.job, fmt::format("rank {}: {}", from, answer.text));
        break;
    }
    default:
        break;
    }
}

/// Takes an answer; called with the lock held.
void BlockRoot::take_opened(int from, OpenedAnswer answer)
{
    const auto opening = openings_.find(answer.field);
    if (opening == openings_.end()) return;  // the opening has failed already
    ++opening->second.answers;
    opening->second.summaries[from] = std::move(answer.summary);
    if (!answer.failure.empty()) opening->second.failure = fmt::format("rank {}: {}", from, answer.failure);
    answered_.notify_all();
}

void BlockRoot::fail(const std::string& text)
{
    const std::lock_guard lock{mutex_};
    failure_ = text;
    askers_.fail_all(text);
    migration_.fail_all(text);
    answered_.notify_all();
}

}  // namespace farfield::compute
