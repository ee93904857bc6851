#pragma once

#include <optional>
#include <utility>

#include "app/show/layer.h"
#include "model/programs/program_answer.h"
#include "model/styles/range.h"

namespace farfield::app {

/// A layer of one program on a dataset: the node's answer about the program, the legend of its colours, and
/// its style, which is taken anew whenever document or answer have changed.
class DatasetLayer : public Layer {
public:
    std::optional<std::string> take_answer(std::string_view key, const net::Json& answer,
                                           std::uint32_t part) override;
    [[nodiscard]] const render::Legend* legend() const override { return &legend_; }
    void describe(const LayerState& state, const Drape& drape, render::Scene& scene) override;
    void completed(std::vector<Shown>& shown) override;
    void drawn() override { intake(key_).drawn(); }
    bool release_finished() override { return intake(key_).release_finished(); }

    /// The node's last answer about the program; nothing before the first.
    [[nodiscard]] const std::optional<model::ProgramAnswer>& program() const noexcept { return program_; }

protected:
    /// key: the key of its program's request; static.
    explicit DatasetLayer(std::string_view key) : key_(key) {}

    /// Takes the looks of its drawings from the layer's style.
    virtual void take_style(const LayerState& state) = 0;
    /// Adds its drawings, after take_style().
    virtual void add_drawings(const LayerState& state, render::Scene& scene) = 0;
    /// Frame of the newest complete result that is shown; null: none.
    [[nodiscard]] virtual const net::FrameInfo* shown_result() const = 0;

    /// Marks the style as outdated: document or answer may have changed.
    void restyle() noexcept { is_styled_ = false; }
    /// Notes that a result is complete since the last picture.
    void note_result() noexcept { is_new_ = true; }
    /// The scalar of the node's answer, where it is the one that the layer asks for; else the dataset's.
    [[nodiscard]] model::ScalarInfo scalar(const LayerState& state,
                                           const std::optional<std::string>& name) const;
    /// Sets the legend, and returns it with the value range of the colours.
    const render::Legend& take_legend(const model::ScalarInfo& scalar, const model::ColourRange& range,
                                      model::ColourMap map);

private:
    std::string_view key_;
    std::optional<model::ProgramAnswer> program_;
    bool is_new_ = false;     ///< a result is complete since the last picture
    bool is_styled_ = false;  ///< style taken from the present document and answer
    render::Legend legend_;
};

}  // namespace farfield::app
