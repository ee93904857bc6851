#include "app/layers/raster_intake.h"

#include <fmt/format.h>
#include <stdexcept>

#include "app/show/ground/tile_raster.h"

namespace farfield::app {

ProgramRequest RasterIntake::request(const LayerState& state, const char* program, std::uint32_t side,
                                     const ProgramWords& words) const
{
    ProgramRequest request;
    request.is_numbered = !state.plays();
    request.start.program = program;
    request.start.dataset = state.data.source.name;
    request.start.policy = net::Policy::Latest;
    request.frame_bytes = model::tile_payload_bytes(kind_, side, side);
    request.send = SendChange::OnceShown;
    request.words = &words;
    return request;
}

bool RasterIntake::take()
{
    bool is_new = false;
    frames_.take_all([&](const net::MessageHeader& header, std::span<const std::byte> payload) {
        const auto preamble = model::decode_tile_preamble(payload);
        if (header.type != net::MessageType::TerrainTile || !preamble || preamble->kind != kind_)
            throw std::runtime_error("what the node sent is no raster overlay of that kind");
        overlay_ = raster_in(payload);
        newest_ = net::FrameInfo{.header = header, .first_byte_ns = 0, .received_ns = net::now_ns()};
        is_new = true;
    });
    return is_new;
}

void RasterIntake::completed(std::string_view key, std::vector<Shown>& shown)
{
    if (newest_) shown.push_back({key, newest_->header.interaction, newest_->received_ns});
    newest_.reset();
}

}  // namespace farfield::app
