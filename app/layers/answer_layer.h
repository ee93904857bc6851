#pragma once

#include "app/layers/dataset_layer.h"
#include "app/show/frames/answer_intake.h"
#include "model/programs/slice.h"

namespace farfield::app {

/// A layer of a program that answers in parts. The last complete answer stays until the next one is complete;
/// a coarse answer counts as one of its own. In a playback, a layer with `clock` has an answer of one part
/// for each tick; other layers have one answer for all pictures.
class AnswerLayer : public DatasetLayer, public TickingRole {
public:
    [[nodiscard]] Intake& intake(std::string_view /*key*/) override { return parts_; }
    /// Throws std::runtime_error where a part is malformed.
    bool take(const ShowClock& clock, std::uint32_t outdated_before) override;
    [[nodiscard]] bool is_ready() const override;
    [[nodiscard]] const TickingRole* ticking() const override { return this; }
    [[nodiscard]] bool ticks() const override { return ticks_; }
    [[nodiscard]] std::optional<LayerFrame> frame() const override;
    [[nodiscard]] const render::FrameSlots* slots_opened() const override
    {
        return ticks_ && parts_.shown() != nullptr ? &parts_.shown()->slots() : nullptr;
    }

protected:
    /// program: its name, static. words: texts of its failures.
    AnswerLayer(const char* program, const Stage& stage, const ProgramWords& words)
        : DatasetLayer(program), program_(program), words_(words), parts_(stage)
    {}

    /// Slots of the answer that is shown; null: nothing is shown.
    [[nodiscard]] const render::FrameSlots* slots() const;
    /// Fills in times, by the clock. results: surfaces or planes asked for; an answer has no fewer parts.
    /// Throws std::runtime_error for a recording, and where a tick would have more than one part.
    template <class Params>
    void take_times(const LayerState& state, std::size_t results, Params& params)
    {
        begin(state, results);
        if (const auto time = time_of(state)) params.time = time;
        params.time_step = ticks_ ? state.document.clock.step.value_or(0.0) : 0.0;
        params.repeat = ticks_;
        if constexpr (requires { params.follow; }) params.follow = params.follow && !ticks_;
        if constexpr (requires { params.coarse_first; })
            params.coarse_first = params.coarse_first && !state.is_led_on();
    }
    /// A request for the program with these parameters, with parts of `part_bytes` bytes.
    template <class Params>
    [[nodiscard]] Request request_of(const LayerState& state, const Params& params, std::uint32_t parts,
                                     std::uint64_t part_bytes) const
    {
        ProgramRequest request = plain_request(state, parts, part_bytes);
        request.start.params = model::write(params);
        request.difference = difference_of<Params>;
        return {program_, request};
    }

    [[nodiscard]] static PlaneFrame frame_of(const model::SlicePreamble& slice)
    {
        return {model::vec_of(slice.origin), model::vec_of(slice.edge_u), model::vec_of(slice.edge_v)};
    }
    /// Takes a part of the answer that is shown from now on; the first part replaces all earlier ones.
    virtual void take_part(std::size_t slot, std::span<const std::byte> payload, bool is_first) = 0;
    /// Adds details of the answer that is shown, such as its level.
    virtual void complete(LayerFrame& /*frame*/) const {}
    [[nodiscard]] const net::FrameInfo* shown_result() const override;

private:
    void begin(const LayerState& state, std::size_t results);
    [[nodiscard]] std::optional<double> time_of(const LayerState& state) const;
    [[nodiscard]] ProgramRequest plain_request(const LayerState& state, std::uint32_t parts,
                                               std::uint64_t part_bytes) const;

    const char* program_;
    const ProgramWords& words_;
    AnswerIntake parts_;
    bool ticks_ = false;
    net::FrameStamp stamp_;  ///< of the newest part that is shown
    double time_ = 0.0;      ///< data time of that part
};

}  // namespace farfield::app
