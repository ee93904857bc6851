#pragma once

#include <string>
#include <vector>

#include "net/node_service.h"

namespace farfield::net {

/// The overlay that a session asks for part by part. Its file is read when part 0 is asked for and the parts
/// are kept until the last one is, so that they fit together whatever becomes of the file. Threads: one.
class OverlayParts {
public:
    /// gone: nobody waits for it any more. Throws what the service throws, and RpcError, InvalidParams, where
    /// there is no such part.
    [[nodiscard]] TerrainOverlay part(NodeService& service, const TerrainOverlayCall& call,
                                      const std::stop_token& gone);

private:
    void read(NodeService& service, const TerrainOverlayCall& call, const std::stop_token& gone);

    std::string terrain_, file_;
    std::vector<TerrainOverlay> parts_;  ///< empty: none are kept
};

}  // namespace farfield::net
