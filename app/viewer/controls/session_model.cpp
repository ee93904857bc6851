#include "app/viewer/controls/session_model.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "app/show/frame_to_scene.h"

namespace farfield::app {

bool SessionModel::editable() const noexcept
{
    return dataset_ && dataset_->kind != "recording";
}

std::uint64_t SessionModel::particle_count() const noexcept
{
    std::uint64_t sum = 0;
    for (const auto& rake : rakes_)
        sum += std::min(rake.particles(), std::numeric_limits<std::uint64_t>::max() - sum);
    return sum;
}

net::ScalarInfo SessionModel::scalar() const
{
    // What a recording holds is not for us to choose.
    if (program_ && (!editable() || program_->scalar.name == particles_.scalar)) return program_->scalar;
    if (dataset_)
        for (const auto& scalar : dataset_->scalars)
            if (scalar.name == particles_.scalar) return scalar;
    return program_ ? program_->scalar : net::ScalarInfo{.name = particles_.scalar, .units = {}, .range = {}};
}

render::ScalarRange SessionModel::colour_range() const
{
    if (!colour_.automatic_range) return colour_.manual_range;
    const auto range = scalar().range.value_or(std::array{0.0, 1.0});
    return {static_cast<float>(range[0]), static_cast<float>(range[1])};
}

void SessionModel::set_datasets(std::vector<net::DatasetEntry> datasets)
{
    datasets_ = std::move(datasets);
    Q_EMIT datasets_changed();
}

void SessionModel::take_suggestions()
{
    rakes_ = dataset_->suggested.rakes;
    selected_rake_ = rakes_.empty() ? std::nullopt : std::optional<std::size_t>(0);
    particles_ = {};
    particles_.step = dataset_->suggested.step;
    lines_.step = dataset_->suggested.step;
    particles_.max_age_frames = dataset_->suggested.max_age_frames;
    const auto& scalars = dataset_->scalars;
    const auto is_speed = [](const net::ScalarInfo& scalar) { return scalar.name == "speed"; };
    if (!scalars.empty() && std::ranges::none_of(scalars, is_speed)) particles_.scalar = scalars.front().name;
    colour_.automatic_range = true;
    vertical_scale_ = usual_vertical_scale(*dataset_);
}

void SessionModel::set_dataset(net::DatasetInfo info, bool keep_settings)
{
    dataset_ = std::move(info);
    program_.reset();
    if (!keep_settings) take_suggestions();
    Q_EMIT dataset_changed(keep_settings);
    Q_EMIT program_changed();
    if (keep_settings) return;
    Q_EMIT selection_changed();
    Q_EMIT rakes_changed();
    Q_EMIT particles_changed();
    Q_EMIT lines_changed();
    Q_EMIT colour_changed();
    Q_EMIT vertical_scale_changed();
}

void SessionModel::take_suggested_steps()
{
    particles_.step = lines_.step = dataset_->suggested.step;
    particles_.max_age_frames = dataset_->suggested.max_age_frames;
    Q_EMIT particles_changed();
    Q_EMIT lines_changed();
}

void SessionModel::add_rake(const model::Rake& rake)
{
    rakes_.push_back(rake);
    selected_rake_ = rakes_.size() - 1;
    Q_EMIT rakes_changed();
    Q_EMIT selection_changed();
}

void SessionModel::change_rake(std::size_t index, const model::Rake& rake)
{
    if (index >= rakes_.size() || rakes_[index] == rake) return;
    rakes_[index] = rake;
    Q_EMIT rakes_changed();
}

void SessionModel::remove_rake(std::size_t index)
{
    if (index >= rakes_.size()) return;
    rakes_.erase(rakes_.begin() + static_cast<std::ptrdiff_t>(index));
    selected_rake_.reset();
    if (!rakes_.empty()) selected_rake_ = std::min(index, rakes_.size() - 1);
    Q_EMIT rakes_changed();
    Q_EMIT selection_changed();
}

void SessionModel::select_rake(std::optional<std::size_t> index)
{
    if (index && *index >= rakes_.size()) index.reset();
    if (selected_rake_ == index) return;
    selected_rake_ = index;
    Q_EMIT selection_changed();
}

void SessionModel::set_particles(const ParticleSettings& settings)
{
    const bool other_scalar = settings.scalar != particles_.scalar;
    if (std::exchange(particles_, settings) == settings) return;
    const bool range_ends = other_scalar && !std::exchange(colour_.automatic_range, true);
    Q_EMIT particles_changed();
    if (range_ends) Q_EMIT colour_changed();
}

void SessionModel::set_lines(const LineSettings& settings)
{
    if (std::exchange(lines_, settings) != settings) Q_EMIT lines_changed();
}

void SessionModel::set_colour(const ColourSettings& settings)
{
    if (std::exchange(colour_, settings) != settings) Q_EMIT colour_changed();
}

void SessionModel::set_playback(const PlaybackSettings& settings)
{
    if (std::exchange(playback_, settings) != settings) Q_EMIT playback_changed();
}

void SessionModel::set_vertical_scale(double scale)
{
    if (std::exchange(vertical_scale_, scale) != scale) Q_EMIT vertical_scale_changed();
}

void SessionModel::set_program(std::optional<net::ProgramState> program)
{
    program_ = std::move(program);
    Q_EMIT program_changed();
}

void SessionModel::clear_dataset()
{
    if (!dataset_) return;
    dataset_.reset();
    program_.reset();
    rakes_.clear();
    selected_rake_.reset();
    Q_EMIT dataset_changed(false);
    Q_EMIT program_changed();
    Q_EMIT selection_changed();
    Q_EMIT rakes_changed();
}

void SessionModel::set_terrains(std::vector<model::TerrainEntry> terrains)
{
    terrains_ = std::move(terrains);
    Q_EMIT terrains_changed();
}

void SessionModel::set_terrain(std::optional<model::TerrainDescription> terrain)
{
    const bool same = terrain && terrain_ && terrain_->terrain == terrain->terrain;
    terrain_ = std::move(terrain);
    const bool other = terrain_ && !same;
    if (other) terrain_settings_.style.heights = glm::vec2(terrain_->heights[0], terrain_->heights[1]);
    Q_EMIT terrain_changed(same);
    if (other) Q_EMIT terrain_settings_changed();
}

void SessionModel::set_sight(const SightSettings& settings)
{
    if (std::exchange(sight_, settings) != settings) Q_EMIT sight_changed();
}

void SessionModel::set_terrain_settings(const TerrainSettings& settings)
{
    if (std::exchange(terrain_settings_, settings) != settings) Q_EMIT terrain_settings_changed();
}

}  // namespace farfield::app
