#pragma once

#include <memory>

#include "app/show/layer.h"
#include "model/layers/overlay_kind.h"

namespace farfield::app {

/// Lines and places of a file on a terrain, with their names.
class OverlayLayer final : public Layer, public DrapedRole {
public:
    [[nodiscard]] std::vector<Request> wanted(const LayerState& state) override;
    [[nodiscard]] std::uint32_t most_parts(std::string_view key) const override;
    std::optional<std::string> take_answer(std::string_view key, const net::Json& answer,
                                           std::uint32_t part) override;
    [[nodiscard]] std::string refusal_of(std::string_view key, const net::RpcError& error) const override;
    [[nodiscard]] bool is_ready() const override { return annotations_ != nullptr; }
    [[nodiscard]] const DrapedRole* draped() const override { return this; }
    void drape(Drape& drape) const override;

private:
    std::string file_;
    std::shared_ptr<render::GroundAnnotations> coming_;             ///< parts received so far
    std::shared_ptr<const render::GroundAnnotations> annotations_;  ///< complete; null before
};

}  // namespace farfield::app
