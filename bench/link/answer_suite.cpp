#include <chrono>
#include <fmt/format.h>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>

#include "app/show/frames/answer_stream.h"
#include "app/show/frames/plain_ring.h"
#include "bench/link/suites.h"
#include "model/fields/json_fields.h"
#include "model/programs/line_params.h"
#include "model/programs/polylines.h"
#include "model/programs/program_answer.h"
#include "net/transport/wake_semaphore.h"

namespace farfield::app {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int answers = 31;
constexpr int warm_up_answers = 3;
constexpr std::uint32_t seeds_along_edge = 100;
constexpr std::uint32_t steps = 200;
constexpr std::chrono::seconds patience{10};

/// Latencies of one moved rake, in milliseconds since the call.
struct Answer {
    double first_part = 0.0;
    double complete = 0.0;   ///< until its last byte has been taken in
    double computing = 0.0;  ///< node's part of `complete`, writing of frames included
};

/// Parameters of a plane of seeds, higher by 0.05 with each answer, in a field that every node has.
net::Json rake_at(int answer)
{
    const double edge = seeds_along_edge;
    model::LineParams params;
    params.rakes = {model::Rake{.shape = model::PlaneRake{.origin = {1.0, 1.0, 1.0 + 0.05 * answer},
                                                          .edge_u = {0.04 * edge, 0.0, 0.0},
                                                          .edge_v = {0.0, 0.04 * edge, 0.5},
                                                          .seeds = {seeds_along_edge, seeds_along_edge}}}};
    return model::write(params);
}

/// A session that asks for lines as the viewer does, but draws nothing.
class LineAnswers {
public:
    LineAnswers(const net::ClientSettings& node, std::uint32_t parts)
        : parts_(parts),
          client_(node, {.frame_arrived = [this](std::uint32_t) { arrived_.post(); },
                         .notified = {},
                         .lost = [this](const std::string& why) { fail(why); }})
    {
        static_cast<void>(client_.call("dataset.open", {{"dataset", dataset}}));
        auto params = model::read<model::LineParams>(rake_at(0));
        params.step = 0.01;
        params.steps = steps;
        params.parts = parts;
        net::ProgramStart start{.program = "lines",
                                .dataset = dataset,
                                .velocity = {},
                                .policy = net::Policy::Every,
                                .slot_bytes = largest_part(),
                                .params = model::write(params)};
        stream_ = model::read_answer<model::ProgramAnswer>(client_.call("program.start", model::write(start)))
                      .stream;
        ring_ = std::make_unique<PlainRing>(AnswerStream::slots_for(parts), start.slot_bytes);
        client_.attach(stream_, ring_->ring());
        static_cast<void>(receive(Clock::now()));
    }

    [[nodiscard]] std::string node_name() const { return model::text_or(client_.session(), "node", ""); }

    Answer move_rake(int number)
    {
        const auto begin = Clock::now();
        const net::ProgramUpdate update{.stream = stream_,
                                        .interaction = static_cast<std::uint32_t>(number),
                                        .rate = {},
                                        .params = rake_at(number)};
        // The call's answer is not awaited: it may come after the lines.
        client_.call_async("program.update", model::write(update),
                           [this](const auto& error, const net::Json&) {
                               if (error) fail(error->what());
                           });
        return receive(begin);
    }

private:
    static constexpr const char* dataset = "analytic:cell:128";

    [[nodiscard]] std::uint64_t largest_part() const
    {
        const std::uint64_t lines = seeds_along_edge * seeds_along_edge / (parts_ == 1 ? 1 : 2);
        return model::polyline_payload_bytes(lines * (steps + 2), lines);
    }

    [[nodiscard]] model::PolylinePreamble take()
    {
        while (true) {
            if (const auto taken = ring_->ring().take_next())
                return model::decode_polyline_preamble(
                    ring_->ring().memory(taken->slot).first<model::polyline_preamble_bytes>());
            if (!arrived_.wait_for(patience))
                throw std::runtime_error("answer: no lines came for 10 seconds");
            const std::lock_guard lock(mutex_);
            if (!failure_.empty()) throw std::runtime_error("answer: " + failure_);
        }
    }

    /// Records a failure. Runs on the client's thread.
    void fail(const std::string& why)
    {
        const std::lock_guard lock(mutex_);
        failure_ = why;
        arrived_.post();
    }

    Answer receive(Clock::time_point begin)
    {
        const auto now = [begin] {
            return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
        };
        Answer answer;
        for (std::uint32_t part = 0; part < parts_; ++part) {
            const auto preamble = take();
            answer.complete = now();
            if (part == 0) answer.first_part = answer.complete;
            answer.computing += static_cast<double>(preamble.compute_ns) * 1e-6;
            ring_->ring().release_oldest(1);
            client_.slots_released();
        }
        return answer;
    }

    const std::uint32_t parts_;
    std::uint32_t stream_ = 0;
    net::WakeSemaphore arrived_;
    std::mutex mutex_;
    std::string failure_;
    std::unique_ptr<PlainRing> ring_;
    net::Client client_;  // last: its thread uses the members above
};

void measure(const net::ClientSettings& node, std::uint32_t parts, model::Suite& result)
{
    LineAnswers lines(node, parts);
    for (int i = 1; i <= warm_up_answers; ++i) static_cast<void>(lines.move_rake(i));
    std::vector<double> first_part, complete, computing;
    for (int i = 1; i <= answers; ++i) {
        const Answer answer = lines.move_rake(warm_up_answers + i);
        first_part.push_back(answer.first_part);
        complete.push_back(answer.complete);
        computing.push_back(answer.computing);
    }
    const auto name = fmt::format("answer.lines_10k.parts{}", parts);
    result.circumstances["node"] = lines.node_name();
    result.figures.push_back(model::figure_of(name, "ms", complete));
    if (parts > 1) result.figures.push_back(model::figure_of(name + ".first", "ms", first_part));
    result.figures.push_back(model::figure_of(name + ".computing", "ms", computing));
}

}  // namespace

model::Suite run_answer_suite(const net::ClientSettings& node)
{
    model::Suite result;
    result.name = "answer";
    for (const std::uint32_t parts : {1, 2, 4}) measure(node, parts, result);
    return result;
}

}  // namespace farfield::app
