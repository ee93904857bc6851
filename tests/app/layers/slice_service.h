#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "model/geometry/byte_access.h"
#include "model/programs/program_answer.h"
#include "model/programs/slice.h"
#include "net/message/clock.h"
#include "net/service/service.h"

namespace farfield::app::test {

/// Frames of two values, 0.5 and 1.5, over 4 x 2: one for each change, with `repeat` one after the other.
class SliceFrames final : public net::Program {
public:
    SliceFrames(const net::Json& params, std::uint32_t components)
        : params_(planes_of(params)), components_(components)
    {}

    [[nodiscard]] net::Answer answer() const override
    {
        model::ProgramAnswer said;
        said.scalar = {.name = "speed", .units = "m/s", .range = std::array{0.0, 2.0}};
        return {payload_bytes(), model::write(said)};
    }
    void update(const net::Json& patch) override
    {
        (void)model::merge(params_, patch);
        made_ = 0;
    }
    [[nodiscard]] net::Making make(std::span<const std::span<std::byte>> buffers,
                                   std::span<net::Made> made) override
    {
        if (made_ > 0 && !params_.repeat) return net::Idle{};
        const auto payload = buffers.front().first(payload_bytes());
        model::encode_preamble(
            model::SlicePreamble{.width = 2,
                                 .height = 1,
                                 .result = results_++,
                                 .time = params_.time.value_or(0.0) + params_.time_step * made_++,
                                 .components = components_,
                                 .origin = {100.0, 200.0, params_.planes.front().position.value_or(0.0)},
                                 .edge_u = {4.0, 0.0, 0.0},
                                 .edge_v = {0.0, 2.0, 0.0}},
            payload.first<model::slice_preamble_bytes>());
        std::byte* to = payload.data() + model::slice_preamble_bytes;
        for (const float scalar : {0.5F, 1.5F}) {
            if (components_ == model::glyph_components)
                for (const float v : {0.0F, 2.0F * scalar, 0.0F}) to = stored(to, v);
            to = stored(to, scalar);
        }
        made.front() = {net::MessageType::Slice, payload};
        return net::Frames{1};
    }

private:
    /// The parameters that `slice` and `glyphs` share.
    static model::SliceParams planes_of(const net::Json& params)
    {
        net::Json shared;
        for (const char* name : {"planes", "time", "time_step", "repeat"})
            if (params.contains(name)) shared[name] = params[name];
        return model::read<model::SliceParams>(shared);
    }
    static std::byte* stored(std::byte* to, float value)
    {
        model::store_big(to, value);
        return to + sizeof value;
    }
    [[nodiscard]] std::uint64_t payload_bytes() const
    {
        return model::slice_payload_bytes(2, components_ == model::glyph_components ? components_ : 1);
    }

    model::SliceParams params_;
    std::uint32_t components_;
    std::uint64_t results_ = 0;
    int made_ = 0;  ///< since the last change
};

class SliceService final : public net::Service {
public:
    std::uint32_t components = 1;  ///< of a value; with 4 a vector (0, 2 s, 0) is before each scalar s

    [[nodiscard]] net::CallResult call(std::string_view name, const net::CallRequest& /*request*/,
                                       const net::CallContext& /*context*/) override
    {
        throw net::unknown_method(name);
    }
    [[nodiscard]] std::unique_ptr<net::Program> start(const net::ProgramStart& start,
                                                      const std::stop_token& /*cancel*/) override
    {
        const std::lock_guard lock(mutex_);
        starts_.push_back(start);
        return std::make_unique<SliceFrames>(start.params, components);
    }
    [[nodiscard]] std::vector<net::ProgramStart> starts() const
    {
        const std::lock_guard lock(mutex_);
        return starts_;
    }

private:
    mutable std::mutex mutex_;
    std::vector<net::ProgramStart> starts_;
};

inline net::Json plane_at(double position)
{
    return {{{"axis", "z"}, {"position", position}}};
}

}  // namespace farfield::app::test
