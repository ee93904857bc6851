#include "app/layers/answer_layer.h"

#include <fmt/format.h>
#include <stdexcept>
#include <utility>

#include "app/layers/flow_layer.h"
#include "model/geometry/byte_access.h"

namespace farfield::app {
namespace {

constexpr std::size_t time_of_part_at = net::frame_stamp_bytes;

}  // namespace

void AnswerLayer::begin(const LayerState& state, std::size_t results)
{
    restyle();
    if (!state.data.is_computed() && !state.plays())
        throw std::runtime_error(fmt::format("a recording of particles has no {}", program_));
    ticks_ = state.layer.clock.value_or(false) && state.plays();
    if (ticks_ && results > 1)
        throw std::runtime_error(fmt::format(
            "expected one surface or plane in a layer with a clock, found {}: make a layer of each",
            results));
}

std::optional<double> AnswerLayer::time_of(const LayerState& state) const
{
    if (!state.layer.clock.value_or(false)) return std::nullopt;
    if (state.led_seconds) return state.led_seconds;
    return model::data_time(state.document.clock, ticks_ ? 0 : state.tick, state.data.time_span());
}

ProgramRequest AnswerLayer::plain_request(const LayerState& state, std::uint32_t parts,
                                          std::uint64_t part_bytes) const
{
    ProgramRequest request;
    request.is_numbered = !state.plays();
    request.start = flow_program(state, program_);
    if (!ticks_) {
        request.start.policy = net::Policy::Every;
        request.start.rate = 0.0;
        request.start.frames = 0;
        request.send = SendChange::OnceShown;
    }
    request.is_led = state.may_be_led();
    request.frame_bytes = part_bytes;
    request.parts = parts;
    request.words = &words_;
    return request;
}

bool AnswerLayer::take(const ShowClock& clock, std::uint32_t /*outdated_before*/)
{
    AnswerStream* shown = parts_.shown();
    if (shown == nullptr || !(ticks_ ? shown->take_next() : shown->take(clock.now_ns))) return false;
    bool is_first = true;
    shown->each_shown([this, &is_first](std::size_t slot, std::span<const std::byte> payload) {
        take_part(slot, payload, std::exchange(is_first, false));
        stamp_ = net::stamp_of(payload);
        time_ = model::load_big<double>(payload.data() + time_of_part_at);
    });
    if (shown->is_complete()) note_result();
    return true;
}

bool AnswerLayer::is_ready() const
{
    if (ticks_) return parts_.waiting() > 0;
    return parts_.shown() != nullptr && parts_.shown()->is_complete();
}

std::optional<LayerFrame> AnswerLayer::frame() const
{
    const net::FrameInfo* info = ticks_ ? shown_result() : nullptr;
    if (info == nullptr) return std::nullopt;
    std::span<const std::byte> newest;
    parts_.shown()->each_shown(
        [&newest](std::size_t /*slot*/, std::span<const std::byte> payload) { newest = payload; });
    LayerFrame frame{*info, stamp_, time_, newest};
    complete(frame);
    return frame;
}

const render::FrameSlots* AnswerLayer::slots() const
{
    return shown_result() != nullptr ? &parts_.shown()->slots() : nullptr;
}

const net::FrameInfo* AnswerLayer::shown_result() const
{
    return parts_.shown() != nullptr ? parts_.shown()->newest() : nullptr;
}

}  // namespace farfield::app
