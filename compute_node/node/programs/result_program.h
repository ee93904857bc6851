#pragma once

#include "compute_node/node/data/program_dataset.h"
#include "compute_node/support/elapsed_time.h"
#include "model/fields/fields.h"
#include "model/programs/program_answer.h"
#include "net/message/clock.h"
#include "net/message/frame_stamp.h"
#include "net/service/program.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

namespace farfield::node {

/// Common part of the plans of all ResultPrograms.
struct ResultPlan {
    std::uint64_t frame_bytes = 0;  ///< largest size of a frame
    std::uint64_t results = 1;
    std::uint32_t parts = 1;        ///< frames of a result
    model::ScalarInfo scalar = {};  ///< scalar of the results; without a name: none
};

/// A program that makes one result for each change of its parameters, or one for each item of a list, in one
/// frame or several parts, and is then idle. A frame's number is that of its answer, counted from 0. Params
/// is a type with a field list; Plan, a ResultPlan, is made of them, ready to be computed. An update
/// that comes while a result is computed ends that at once. Threads: as Program says.
template <class Params, class Plan>
class ResultProgram : public net::Program {
public:
    [[nodiscard]] net::Answer answer() const final
    {
        model::ProgramAnswer answer;
        answer.scalar = plan_->scalar;
        complete_answer(*plan_, answer);
        return {plan_->frame_bytes, model::write(answer)};
    }
    void update(const net::Json& patch) final
    {
        Params params = params_;
        const model::FieldSet named = model::merge(params, patch);
        take(std::move(params), named);
        cancel_.store(false, std::memory_order_relaxed);
    }
    [[nodiscard]] net::Making make(std::span<const std::span<std::byte>> buffers,
                                   std::span<net::Made> made) final
    {
        if (!has_data()) return net::Idle{};
        const Task task{made_ / plan_->parts, static_cast<std::uint32_t>(made_ % plan_->parts),
                        buffers.front(), cancel_};
        if (task.index >= results(*plan_)) return net::Idle{};
        const auto begun = std::chrono::steady_clock::now();
        const Result result = compute(*plan_, task);
        if (cancel_.exchange(false, std::memory_order_relaxed) || !result) return net::Interrupted{};
        ++made_;
        if (begins_answer(task)) ++answers_;
        net::encode_stamp({.counts = net::stamp_of(result->payload).counts,
                           .frame = answers_ - 1,
                           .compute_ns = nanoseconds_since(begun),
                           .computed_at_ns = net::now_ns()},
                          task.buffer.template first<net::frame_stamp_bytes>());
        made.front() = *result;
        return net::Frames{1};
    }
    void interrupt() noexcept final { cancel_.store(true, std::memory_order_relaxed); }
    [[nodiscard]] bool update_outdates_frames() const final { return true; }

protected:
    struct Change {
        const Params& params;
        const model::FieldSet& named;  ///< members that were named
        const Plan* before;            ///< the plan until now; null at the beginning
    };
    struct Task {
        std::uint64_t index = 0;  ///< number of the result
        std::uint32_t part = 0;
        std::span<std::byte> buffer;
        const std::atomic<bool>& cancel;
    };
    using Result = std::optional<net::Made>;

    explicit ResultProgram(std::uint64_t slot_bytes) : slot_bytes_{slot_bytes} {}
    /// Begins with the parameters: to be called once, at the end of the constructor. Throws as update() does.
    void begin(const net::Json& json)
    {
        Params params;
        const model::FieldSet named = model::merge_whole(params, json);
        take(std::move(params), named);
    }

    /// Makes the plan of the parameters. Throws what update() throws, and changes no member.
    virtual Plan plan(const Change& change) = 0;
    /// Takes memory for a plan that fits the slots. Throws net::RpcError, and then holds as much as before.
    virtual void reserve(const Plan& /*plan*/) {}
    /// Computes a result's part into the buffer, from its beginning on: all but the frame's number and times.
    /// Gives up soon after `cancel` is set; the result may then be empty.
    virtual Result compute(const Plan& plan, const Task& task) = 0;

    /// The dataset's news, where an answer ended or none was begun: look_for_news() of programs on
    /// datasets that may grow.
    [[nodiscard]] virtual DatasetNews news(const Params& /*params*/, const Plan& /*plan*/)
    {
        return DatasetNews::None;
    }
    /// Number of results of the plan, as far as is known; asked for again after each part.
    [[nodiscard]] virtual std::uint64_t results(const Plan& plan) const { return plan.results; }
    /// True when a part just computed is the first of an answer: all its parts have one number.
    [[nodiscard]] virtual bool begins_answer(const Task& task) const { return task.part == 0; }
    /// Adds to the answer of program.start and program.update.
    virtual void complete_answer(const Plan& /*plan*/, model::ProgramAnswer& /*answer*/) const {}

    [[nodiscard]] std::uint64_t made() const { return made_; }  ///< parts of all results of the plan

private:
    /// True when a result can be made of the dataset as it is; makes the plan anew where it has changed.
    [[nodiscard]] bool has_data()
    {
        DatasetNews found = news(params_, *plan_);
        if (found == DatasetNews::Changed || found == DatasetNews::Extended) {
            const std::uint64_t made = found == DatasetNews::Extended ? made_ : 0;
            plan_.reset();
            take(params_, named_);
            made_ = made;
            found = news(params_, *plan_);
        }
        return found != DatasetNews::Awaited;
    }

    void take(Params params, const model::FieldSet& named)
    {
        Plan next = plan({params, named, plan_ ? &*plan_ : nullptr});
        if (next.frame_bytes > slot_bytes_)
            throw net::limit_error("slot_bytes", slot_bytes_, next.frame_bytes);
        reserve(next);
        params_ = std::move(params);
        named_.insert(named.begin(), named.end());
        plan_ = std::move(next);
        made_ = 0;
    }

    std::uint64_t slot_bytes_;
    Params params_;
    model::FieldSet named_;  ///< members named so far
    std::optional<Plan> plan_;
    std::uint64_t made_ = 0;
    std::uint64_t answers_ = 0;  ///< answers begun, of all plans
    std::atomic<bool> cancel_{false};
};

}  // namespace farfield::node
