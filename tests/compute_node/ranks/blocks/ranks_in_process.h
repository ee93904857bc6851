#pragma once

#include "compute_node/ranks/blocks/block_opener.h"
#include "compute_node/ranks/blocks/block_worker.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace farfield::compute::testing {

/// As many ranks as one likes, all in this process, each other than the first with threads of its own.
class RanksInProcess {
public:
    explicit RanksInProcess(int count) : posts_(count)
    {
        for (int rank = 0; rank < count; ++rank) posts_[rank] = std::make_unique<Post>(*this, rank, count);
        root_ = std::make_unique<BlockRoot>(*posts_[0]);
        opener_ = std::make_unique<BlockOpener>(*root_, 1);
        for (int rank = 1; rank < count; ++rank) workers_.push_back(std::make_unique<Worker>(*posts_[rank]));
    }
    ~RanksInProcess()
    {
        for (const auto& worker : workers_) worker->tasks.end();
        for (const auto& worker : workers_) worker->thread.join();
    }
    RanksInProcess(const RanksInProcess&) = delete;
    RanksInProcess& operator=(const RanksInProcess&) = delete;

    [[nodiscard]] DatasetOpener& opener() { return *opener_; }
    [[nodiscard]] BlockRoot& root() { return *root_; }
    /// Times that blocks were read, and fields of which they are held.
    [[nodiscard]] int opened() const { return opened_; }
    [[nodiscard]] int held() const { return opened_ - dropped_; }
    /// Fails as a rank that has died does.
    void fail(const std::string& text)
    {
        const std::lock_guard lock{posts_[0]->taking};
        root_->fail(text);
    }

private:
    struct Post final : Messenger {
        Post(RanksInProcess& of_all, int number, int count) : all{of_all}, own{number}, ranks{count} {}
        [[nodiscard]] int rank() const override { return own; }
        [[nodiscard]] int size() const override { return ranks; }
        [[nodiscard]] bool is_on_this_host(int /*rank*/) const override { return true; }
        void send(int to, RankMessage message) override { all.deliver(own, to, std::move(message)); }

        RanksInProcess& all;
        int own, ranks;
        std::mutex taking;  ///< one message after the other
    };
    struct Worker {
        explicit Worker(Post& post) : service{post, tasks, reader_in_this_process()} {}
        RankTasks tasks;
        BlockWorker service;
        std::jthread thread{[this] { tasks.run(); }};
    };

    void deliver(int from, int to, RankMessage message)
    {
        const auto kind = static_cast<BlockOrder>(message.kind);
        if (to == 1 && kind == BlockOrder::Open) ++opened_;
        if (to == 1 && kind == BlockOrder::Drop) ++dropped_;
        const std::lock_guard lock{posts_[to]->taking};
        RankService& service = to == 0 ? static_cast<RankService&>(*root_) : workers_[to - 1]->service;
        service.take(from, std::move(message));
    }

    std::vector<std::unique_ptr<Post>> posts_;
    std::atomic<int> opened_ = 0, dropped_ = 0;
    std::unique_ptr<BlockRoot> root_;
    std::unique_ptr<BlockOpener> opener_;
    std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace farfield::compute::testing
