#include "net/overlay_parts.h"

#include <fmt/format.h>

namespace farfield::net {

TerrainOverlay OverlayParts::part(NodeService& service, const TerrainOverlayCall& call,
                                  const std::stop_token& gone)
{
    const bool is_kept = !parts_.empty() && call.terrain == terrain_ && call.file == file_;
    if (!is_kept || call.part == 0) read(service, call, gone);
    if (call.part >= parts_.size())
        throw RpcError(RpcCode::InvalidParams,
                       fmt::format("parameter 'part': expected an integer from 0 to {}, found {}",
                                   parts_.size() - 1, call.part));
    TerrainOverlay part = parts_[call.part];  // which may be asked for again
    if (part.part + 1 == part.parts) parts_.clear();
    return part;
}

void OverlayParts::read(NodeService& service, const TerrainOverlayCall& call, const std::stop_token& gone)
{
    parts_.clear();
    parts_ = in_parts(service.terrain_overlay(call.terrain, call.file, gone));
    terrain_ = call.terrain;
    file_ = call.file;
}

}  // namespace farfield::net
