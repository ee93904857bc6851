#pragma once

#include <optional>
#include <utility>

#include "app/show/layer.h"
#include "model/programs/program_answer.h"
#include "model/styles/range.h"

namespace farfield::app {

/// A layer of one program on a dataset: what the node said of it, what its colours stand for, and how its
/// style is taken whenever document or answer have changed.
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
    /// key: of its program; static.
    explicit DatasetLayer(std::string_view key) : key_(key) {}

    /// Takes over how its drawings look.
    virtual void take_style(const LayerState& state) = 0;
    /// Adds its drawings, when the style has been taken.
    virtual void add_drawings(const LayerState& state, render::Scene& scene) = 0;
    /// Of the result that is shown, complete; null: there is none.
    [[nodiscard]] virtual const net::FrameInfo* shown_result() const = 0;

    /// Document or answer may have changed.
    void restyle() noexcept { is_styled_ = false; }
    /// A result is complete since the last picture.
    void note_result() noexcept { is_new_ = true; }
    /// The scalar that the node answered with, where the layer asks for that, else the dataset's.
    [[nodiscard]] model::ScalarInfo scalar(const LayerState& state,
                                           const std::optional<std::string>& name) const;
    /// What the colours of a scalar stand for, and the range of a drawing by it.
    const render::Legend& take_legend(const model::ScalarInfo& scalar, const model::ColourRange& range,
                                      model::ColourMap map);

private:
    std::string_view key_;
    std::optional<model::ProgramAnswer> program_;
    bool is_new_ = false;     ///< a result is complete since the last picture
    bool is_styled_ = false;  ///< as document and node have it
    render::Legend legend_;
};

}  // namespace farfield::app
