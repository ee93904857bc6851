#include "app/viewer/session/session_model.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "app/show/frame_to_scene.h"
#include "app/viewer/session/session_document.h"
#include "model/data/dataset_info.h"
#include "model/programs/program_answer.h"
#include "net/message/clock.h"

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

model::ScalarInfo SessionModel::scalar() const
{
    // What a recording holds is not for us to choose.
    if (program_ && (!editable() || program_->scalar.name == particles_.scalar)) return program_->scalar;
    if (dataset_)
        for (const auto& scalar : dataset_->scalars)
            if (scalar.name == particles_.scalar) return scalar;
    return program_ ? program_->scalar
                    : model::ScalarInfo{.name = particles_.scalar, .units = {}, .range = {}};
}

render::ScalarRange SessionModel::colour_range() const
{
    if (!colour_.automatic_range) return colour_.manual_range;
    const auto range = scalar().range.value_or(std::array{0.0, 1.0});
    return {static_cast<float>(range[0]), static_cast<float>(range[1])};
}

void SessionModel::set_datasets(std::vector<model::DatasetEntry> datasets)
{
    datasets_ = std::move(datasets);
    Q_EMIT datasets_changed();
}

void SessionModel::take_suggestions()
{
    rakes_ = dataset_->suggested.rakes;
    rake_ids_.clear();
    selected_rake_ = rakes_.empty() ? std::nullopt : std::optional<std::size_t>(0);
    particles_ = {};
    particles_.step = dataset_->suggested.step;
    lines_.step = dataset_->suggested.step;
    particles_.max_age_frames = dataset_->suggested.max_age_frames;
    const auto& scalars = dataset_->scalars;
    const auto is_speed = [](const model::ScalarInfo& scalar) { return scalar.name == "speed"; };
    if (!scalars.empty() && std::ranges::none_of(scalars, is_speed)) particles_.scalar = scalars.front().name;
    colour_.automatic_range = true;
    vertical_scale_ = usual_vertical_scale(*dataset_);
}

void SessionModel::set_dataset(model::DatasetInfo info, bool keep_settings)
{
    dataset_ = std::move(info);
    program_.reset();
    if (!keep_settings) take_suggestions();
    if (std::exchange(lacks_suggestions_, false)) {
        if (rakes_.empty()) rakes_ = dataset_->suggested.rakes;
        particles_.step = lines_.step = dataset_->suggested.step;
    }
    record("Open dataset");
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
    record("Suggested steps");
    Q_EMIT particles_changed();
    Q_EMIT lines_changed();
}

void SessionModel::add_rake(const model::Rake& rake)
{
    rakes_.push_back(rake);
    selected_rake_ = rakes_.size() - 1;
    record("Add rake");
    Q_EMIT rakes_changed();
    Q_EMIT selection_changed();
}

void SessionModel::change_rake(std::size_t index, const model::Rake& rake)
{
    if (index >= rakes_.size() || rakes_[index] == rake) return;
    rakes_[index] = rake;
    record("Change rake");
    Q_EMIT rakes_changed();
}

void SessionModel::remove_rake(std::size_t index)
{
    if (index >= rakes_.size()) return;
    rakes_.erase(rakes_.begin() + static_cast<std::ptrdiff_t>(index));
    if (index < rake_ids_.size()) rake_ids_.erase(rake_ids_.begin() + static_cast<std::ptrdiff_t>(index));
    selected_rake_.reset();
    if (!rakes_.empty()) selected_rake_ = std::min(index, rakes_.size() - 1);
    record("Remove rake");
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
    record("Particle settings");
    Q_EMIT particles_changed();
    if (range_ends) Q_EMIT colour_changed();
}

void SessionModel::set_lines(const LineSettings& settings)
{
    if (std::exchange(lines_, settings) == settings) return;
    record("Line settings");
    Q_EMIT lines_changed();
}

void SessionModel::set_colour(const ColourSettings& settings)
{
    if (std::exchange(colour_, settings) == settings) return;
    record("Colours");
    Q_EMIT colour_changed();
}

void SessionModel::set_playback(const PlaybackSettings& settings)
{
    if (std::exchange(playback_, settings) == settings) return;
    record("Playback");
    Q_EMIT playback_changed();
}

void SessionModel::set_vertical_scale(double scale)
{
    if (std::exchange(vertical_scale_, scale) == scale) return;
    record("Vertical scale");
    Q_EMIT vertical_scale_changed();
}

void SessionModel::set_program(std::optional<model::ProgramAnswer> program)
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
    rake_ids_.clear();
    selected_rake_.reset();
    record("Close dataset");
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
    record(terrain_ ? "Open terrain" : "Close terrain");
    Q_EMIT terrain_changed(same);
    if (other) Q_EMIT terrain_settings_changed();
}

void SessionModel::set_sight(const SightSettings& settings)
{
    if (std::exchange(sight_, settings) != settings) Q_EMIT sight_changed();
}

void SessionModel::set_terrain_settings(const TerrainSettings& settings)
{
    if (std::exchange(terrain_settings_, settings) == settings) return;
    record("Terrain settings");
    Q_EMIT terrain_settings_changed();
}

// ---- the document

void SessionModel::name_rakes()
{
    while (rake_ids_.size() < rakes_.size()) {
        const auto id = model::new_id(model::write(document_), undo_stack_.history(), "rakes", "rake");
        document_.rakes[id] = {};
        rake_ids_.push_back(id);
    }
}

void SessionModel::write_flow()
{
    if (!dataset_) {
        std::erase_if(document_.layers, [&](const auto& layer) { return layer.second.data == edited_.flow; });
        std::erase_if(document_.rakes, [&](const auto& rake) { return rake.second.data == edited_.flow; });
        document_.data.erase(edited_.flow);
        return;
    }
    auto& source = document_.data[edited_.flow];
    source.kind = model::DataKind::Dataset;
    source.name = dataset_->dataset;
    source.velocity = dataset_->velocity;
    const auto layer = [&](const std::string& id, const char* kind, double order) -> model::Layer& {
        const auto [entry, is_new] = document_.layers.try_emplace(id);
        if (is_new) {
            entry->second.kind = kind;
            entry->second.order = order;
        }
        entry->second.data = edited_.flow;
        entry->second.rakes = rake_ids_;
        return entry->second;
    };
    const auto particles = document_.layers.find(edited_.particles);
    const auto rakes_before =
        particles == document_.layers.end() ? std::optional(rake_ids_) : particles->second.rakes;
    name_rakes();
    for (std::size_t i = 0; i < rakes_.size(); ++i)
        document_.rakes[rake_ids_[i]] = {.rake = rakes_[i], .data = edited_.flow};
    write(particles_, colour_, layer(edited_.particles, "particles", 2.0));
    // Lines of a document with rakes of their own keep these and their colours: no dock has them.
    const auto there = document_.layers.find(edited_.lines);
    const bool has_own = there != document_.layers.end() && there->second.rakes != rakes_before;
    const auto own = has_own ? there->second : model::Layer{};
    auto& lines = layer(edited_.lines, "lines", 3.0);
    write(lines_, colour_, has_own ? own.params.value("scalar", particles_.scalar) : particles_.scalar,
          lines);
    if (has_own) {
        lines.rakes = own.rakes;
        lines.style = own.style;
    }
    std::erase_if(document_.rakes, [&](const auto& rake) { return is_unused(document_, rake.first); });
    const bool usual = vertical_scale_ == double{usual_vertical_scale(*dataset_)};
    document_.scene.vertical_scale = usual ? std::nullopt : std::optional(vertical_scale_);
}

void SessionModel::write_ground()
{
    if (!terrain_) {
        std::erase_if(document_.layers,
                      [&](const auto& layer) { return layer.second.data == edited_.ground; });
        document_.data.erase(edited_.ground);
        return;
    }
    auto& source = document_.data[edited_.ground];
    if (source.name != terrain_->terrain) {
        document_.layers.erase(edited_.picture);
        document_.layers.erase(edited_.overlay);
    }
    source.kind = model::DataKind::Terrain;
    source.name = terrain_->terrain;
    const auto [entry, is_new] = document_.layers.try_emplace(edited_.terrain);
    if (is_new) {
        entry->second.kind = "terrain";
        entry->second.order = 1.0;
    }
    entry->second.data = edited_.ground;
    write(terrain_settings_, *terrain_, entry->second);
}

std::string SessionModel::file_of(const std::string& layer) const
{
    const auto found = document_.layers.find(layer);
    return found == document_.layers.end() ? "" : found->second.params.value("file", "");
}

void SessionModel::set_file(const std::string& layer, const char* kind, const std::string& file)
{
    if (file_of(layer) == file) return;
    const auto before = document_;
    if (file.empty() || !terrain_) {
        document_.layers.erase(layer);
    } else {
        auto& entry = document_.layers[layer];
        entry.kind = kind;
        entry.data = edited_.ground;
        entry.order = 1.0;
        entry.params = {{"file", file}};
    }
    record(kind, before);
    Q_EMIT cover_changed();
}

void SessionModel::record(const char* label)
{
    const auto before = document_;
    write_flow();
    write_ground();
    write(playback_, document_.clock);
    record(label, before);
}

void SessionModel::record(const char* label, const model::Document& before)
{
    if (before == document_) return;
    acted_ns_ = net::now_ns();
    undo_stack_.record(label, before, document_);
    Q_EMIT document_changed();
    Q_EMIT history_changed();
}

void SessionModel::read_flow()
{
    const auto particles = document_.layers.find(edited_.particles);
    const auto lines = document_.layers.find(edited_.lines);
    const auto end = document_.layers.end();
    rake_ids_.clear();
    rakes_.clear();
    lines_.shown = false;
    colour_.particles_shown = false;
    if (lines != end && lines->second.data == edited_.flow) read(lines->second, lines_);
    if (particles != end) read(particles->second, particles_, colour_);
    const auto from = particles != end ? particles : lines;
    lacks_suggestions_ = from != end && (!from->second.rakes || !from->second.params.contains("step"));
    if (from == end || !from->second.rakes) return;
    rake_ids_ = *from->second.rakes;
    for (const std::string& id : rake_ids_) rakes_.push_back(document_.rakes.at(id).rake);
}

void SessionModel::take_document(const model::Document& document)
{
    document_ = document;
    acted_ns_ = net::now_ns();
    edited_ = edited_of(document_);
    read_flow();
    if (const auto ground = document_.layers.find(edited_.terrain); ground != document_.layers.end())
        read(ground->second, terrain_settings_);
    read(document_.clock, playback_);
    const auto flow = document_.data.find(edited_.flow);
    const auto ground = document_.data.find(edited_.ground);
    const std::string dataset = flow == document_.data.end() ? "" : flow->second.name;
    const std::string velocity = flow == document_.data.end() ? "" : flow->second.velocity;
    if (document_.scene.vertical_scale)
        vertical_scale_ = *document_.scene.vertical_scale;
    else if (dataset_ && dataset_->dataset == dataset)
        vertical_scale_ = usual_vertical_scale(*dataset_);
    if (selected_rake_ && *selected_rake_ >= rakes_.size()) selected_rake_.reset();
    Q_EMIT data_wanted(dataset, velocity, ground == document_.data.end() ? "" : ground->second.name);
    emit_all();
}

void SessionModel::emit_all()
{
    Q_EMIT selection_changed();
    Q_EMIT rakes_changed();
    Q_EMIT particles_changed();
    Q_EMIT lines_changed();
    Q_EMIT colour_changed();
    Q_EMIT playback_changed();
    Q_EMIT vertical_scale_changed();
    Q_EMIT terrain_settings_changed();
    Q_EMIT cover_changed();
    Q_EMIT document_changed();
    Q_EMIT history_changed();
}

}  // namespace farfield::app
