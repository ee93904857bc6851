#pragma once

#include "compute_node/lines/line_tracer.h"
#include "compute_node/ranks/blocks/block_holder.h"
#include "compute_node/ranks/orders.h"
#include "compute_node/ranks/remote_particles.h"
#include "compute_node/ranks/terrain_holder.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace farfield::compute {

/// Does what rank 0 asks for.
class HelpingRank {
public:
    explicit HelpingRank(std::shared_ptr<FieldReader> reader);
    HelpingRank(const HelpingRank&) = delete;
    HelpingRank& operator=(const HelpingRank&) = delete;

    /// Until rank 0 ends, or a rank has died: then it returns what happened, else nothing.
    std::string work();

private:
    struct Job {
        JobOrder order;
        std::atomic<bool> cancelled{false};
    };

    void arrive(RankMessage message);
    /// Until the last message, or one that cannot be carried out: returns the exception then.
    [[nodiscard]] std::exception_ptr serve(std::deque<RankMessage>& queue,
                                           const std::function<void(const RankMessage&)>& carry_out);
    [[nodiscard]] std::optional<RankMessage> next(std::deque<RankMessage>& queue);
    void carry_out(const RankMessage& message);
    void take_field(const FieldOrder& order);
    void trace(const LinesOrder& order);
    void hold(ParticlesOrder order);
    void make_frames(const RankMessage& order);
    void follow(std::uint32_t job);
    void carry_out_beside(const RankMessage& message);
    void sample(const SampleOrder& order);
    void stop(bool ended, const std::string& failure);
    [[nodiscard]] std::shared_ptr<Job> job_of(std::uint32_t number);
    void tell_failure(std::uint32_t job, const std::exception& error);
    void put(RankMessage message);

    std::shared_ptr<FieldReader> reader_;
    std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<RankMessage> orders_;
    std::deque<RankMessage> orders_beside_;  ///< samples and tiles of views: a thread of its own serves them
    std::map<std::uint32_t, std::shared_ptr<Job>> jobs_;
    bool ended_ = false;
    std::string failure_;
    std::unique_ptr<Postman> postman_;
    std::map<std::uint32_t, std::shared_ptr<const Field>>
        fields_;  ///< before the postman: they lie in its memory
    std::map<std::uint32_t, HeldParticles> crowds_;
    std::optional<BlockHolder> blocks_;
    std::optional<TerrainHolder> terrains_;
};

}  // namespace farfield::compute
