#include "app/viewer/session/session_model.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "app/show/frame_to_scene.h"
#include "app/viewer/session/context_layers.h"
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
    for (const auto& rake : flow_.rakes)
        sum += std::min(rake.particles(), std::numeric_limits<std::uint64_t>::max() - sum);
    return sum;
}

model::ScalarInfo SessionModel::scalar() const
{
    // The scalar of a recording cannot be chosen.
    if (program_ && (!editable() || program_->scalar.name == flow_.particles.scalar)) return program_->scalar;
    if (dataset_)
        for (const auto& scalar : dataset_->scalars)
            if (scalar.name == flow_.particles.scalar) return scalar;
    return program_ ? program_->scalar
                    : model::ScalarInfo{.name = flow_.particles.scalar, .units = {}, .range = {}};
}

render::ScalarRange SessionModel::colour_range() const
{
    if (!flow_.colour.automatic_range) return flow_.colour.manual_range;
    const auto range = scalar().shown_range().value_or(std::array{0.0, 1.0});
    return {static_cast<float>(range[0]), static_cast<float>(range[1])};
}

void SessionModel::set_datasets(std::vector<model::DatasetEntry> datasets)
{
    datasets_ = std::move(datasets);
    Q_EMIT datasets_changed();
}

void SessionModel::take_suggestions()
{
    flow_.rakes = dataset_->suggested.rakes;
    flow_.rake_ids.clear();
    selected_rake_ = flow_.rakes.empty() ? std::nullopt : std::optional<std::size_t>(0);
    flow_.particles = {};
    flow_.particles.step = dataset_->suggested.step;
    flow_.lines.step = dataset_->suggested.step;
    flow_.particles.max_age_frames = dataset_->suggested.max_age_frames;
    const auto& scalars = dataset_->scalars;
    const auto is_speed = [](const model::ScalarInfo& scalar) { return scalar.name == "speed"; };
    if (!scalars.empty() && std::ranges::none_of(scalars, is_speed))
        flow_.particles.scalar = scalars.front().name;
    flow_.colour.automatic_range = true;
    flow_.vertical_scale = usual_vertical_scale(*dataset_);
}

void SessionModel::set_dataset(model::DatasetInfo info, bool keep_settings, const char* label)
{
    const bool had_flow = !dataset_ || dataset_->velocity;
    dataset_ = std::move(info);
    program_.reset();
    const bool was_awaited = std::exchange(awaits_dataset_, false);
    if (!keep_settings)
        take_suggestions();
    else if (was_awaited)
        read_flow();
    const auto before = document_;
    if (!keep_settings) {
        show_flow(dataset_->velocity.has_value(), had_flow, flow_);
        set_context(*dataset_, edited_.flow, document_);
    }
    write_flow();
    write_ground();
    write(playback_, document_.clock);
    record(keep_settings ? label : "Open dataset", before);
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

void SessionModel::take_suggested_rakes()
{
    flow_.rakes = dataset_->suggested.rakes;
    flow_.rake_ids.clear();
    selected_rake_ = flow_.rakes.empty() ? std::nullopt : std::optional<std::size_t>(0);
    record("Suggested rakes");
    Q_EMIT selection_changed();
    Q_EMIT rakes_changed();
}

void SessionModel::take_suggested_steps()
{
    flow_.particles.step = flow_.lines.step = dataset_->suggested.step;
    flow_.particles.max_age_frames = dataset_->suggested.max_age_frames;
    record("Suggested steps");
    Q_EMIT particles_changed();
    Q_EMIT lines_changed();
}

void SessionModel::add_rake(const model::Rake& rake)
{
    flow_.rakes.push_back(rake);
    selected_rake_ = flow_.rakes.size() - 1;
    record("Add rake");
    Q_EMIT rakes_changed();
    Q_EMIT selection_changed();
}

void SessionModel::change_rake(std::size_t index, const model::Rake& rake)
{
    if (index >= flow_.rakes.size() || flow_.rakes[index] == rake) return;
    flow_.rakes[index] = rake;
    record("Change rake");
    Q_EMIT rakes_changed();
}

void SessionModel::remove_rake(std::size_t index)
{
    if (index >= flow_.rakes.size()) return;
    flow_.rakes.erase(flow_.rakes.begin() + static_cast<std::ptrdiff_t>(index));
    if (index < flow_.rake_ids.size())
        flow_.rake_ids.erase(flow_.rake_ids.begin() + static_cast<std::ptrdiff_t>(index));
    selected_rake_.reset();
    if (!flow_.rakes.empty()) selected_rake_ = std::min(index, flow_.rakes.size() - 1);
    record("Remove rake");
    Q_EMIT rakes_changed();
    Q_EMIT selection_changed();
}

void SessionModel::select_rake(std::optional<std::size_t> index)
{
    if (index && *index >= flow_.rakes.size()) index.reset();
    if (selected_rake_ == index) return;
    selected_rake_ = index;
    Q_EMIT selection_changed();
}

void SessionModel::set_particles(const ParticleSettings& settings)
{
    const bool other_scalar = settings.scalar != flow_.particles.scalar;
    if (std::exchange(flow_.particles, settings) == settings) return;
    const bool range_ends = other_scalar && !std::exchange(flow_.colour.automatic_range, true);
    record("Particle settings");
    Q_EMIT particles_changed();
    if (range_ends) Q_EMIT colour_changed();
}

void SessionModel::set_lines(const LineSettings& settings)
{
    if (std::exchange(flow_.lines, settings) == settings) return;
    record("Line settings");
    Q_EMIT lines_changed();
}

void SessionModel::set_colour(const ColourSettings& settings)
{
    if (std::exchange(flow_.colour, settings) == settings) return;
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
    if (std::exchange(flow_.vertical_scale, scale) == scale) return;
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
    awaits_dataset_ = false;
    flow_.rakes.clear();
    flow_.rake_ids.clear();
    selected_rake_.reset();
    forget_data("Close dataset", edited_.flow);
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
    const auto layer = document_.layers.find(edited_.terrain);
    const bool was_awaited = std::exchange(awaits_terrain_, false);
    if (was_awaited && layer != document_.layers.end()) read(layer->second, terrain_settings_);
    if (terrain_)
        record(was_awaited ? not_undone : "Open terrain");
    else
        forget_data("Close terrain", edited_.ground);
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

// The document.

void SessionModel::name_rakes()
{
    while (flow_.rake_ids.size() < flow_.rakes.size()) {
        const auto id = model::new_id(model::write(document_), undo_stack_.history(), "rakes", "rake");
        document_.rakes[id] = {};
        flow_.rake_ids.push_back(id);
    }
}

void SessionModel::write_flow()
{
    if (!dataset_ || awaits_dataset_) return;
    const bool has_layer =
        document_.layers.contains(edited_.particles) || document_.layers.contains(edited_.lines);
    if (!has_layer && flow_.rakes.empty()) flow_.rakes = dataset_->suggested.rakes;
    name_rakes();
    write(flow_, edited_, *dataset_, document_);
}

void SessionModel::write_ground()
{
    if (!terrain_ || awaits_terrain_) return;
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
    if (is_watching_ && label != not_undone) {
        take_document_at(before, acted_ns_);
        return refuse_change();
    }
    acted_ns_ = net::now_ns();
    if (label != not_undone) undo_stack_.record(label, before, document_);
    Q_EMIT document_changed();
    Q_EMIT history_changed();
}

void SessionModel::forget_data(const char* label, const std::string& id)
{
    const auto before = document_;
    const auto is_on = [&](const auto& entry) { return entry.second.data == id; };
    std::erase_if(document_.layers, is_on);
    std::erase_if(document_.rakes, is_on);
    document_.data.erase(id);
    if (document_.scene.base == id) document_.scene.base.clear();
    record(label, before);
}

void SessionModel::read_flow()
{
    const bool is_open = dataset_ && !awaits_dataset_;
    read(document_, edited_, is_open ? &dataset_->suggested : nullptr, flow_);
    if (document_.scene.vertical_scale)
        flow_.vertical_scale = *document_.scene.vertical_scale;
    else if (is_open)
        flow_.vertical_scale = usual_vertical_scale(*dataset_);
    if (selected_rake_ && *selected_rake_ >= flow_.rakes.size()) selected_rake_.reset();
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

// SessionModel: the document as a whole, opened, undone, or changed by others.

void SessionModel::select_layer(const std::string& id)
{
    if (selected_layer_ == id) return;
    selected_layer_ = id;
    take_document(model::Document(document_));
}

void SessionModel::change_document(const char* label, const model::Document& to)
{
    const auto before = document_;
    take_document(to);
    record(label, before);
}

std::string SessionModel::new_layer_id(const std::string& kind) const
{
    return model::new_id(model::write(document_), undo_stack_.history(), "layers", kind);
}

void SessionModel::take_document(const model::Document& document)
{
    if (is_watching_ && document != document_) {
        emit_all();
        return refuse_change();
    }
    take_document_at(document, net::now_ns());
}

void SessionModel::take_document_at(const model::Document& document, std::uint64_t acted_ns)
{
    document_ = document;
    acted_ns_ = acted_ns;
    if (!document_.layers.contains(selected_layer_)) selected_layer_.clear();
    edited_ = edited_of(document_, selected_layer_);
    if (const auto ground = document_.layers.find(edited_.terrain); ground != document_.layers.end())
        read(ground->second, terrain_settings_);
    read(document_.clock, playback_);
    const auto flow = document_.data.find(edited_.flow);
    const auto ground = document_.data.find(edited_.ground);
    const std::string dataset = flow == document_.data.end() ? "" : flow->second.name;
    const std::string velocity = flow == document_.data.end() ? "" : flow->second.velocity;
    const std::string terrain = ground == document_.data.end() ? "" : ground->second.name;
    awaits_dataset_ = !dataset.empty() &&
                      !(dataset_ && dataset_->dataset == dataset && dataset_->velocity_name() == velocity);
    awaits_terrain_ = !terrain.empty() && !(terrain_ && terrain_->terrain == terrain);
    read_flow();
    Q_EMIT data_wanted(dataset, velocity, terrain);
    emit_all();
}

void SessionModel::take_undone(const model::Document& document)
{
    take_document(document);
    if (undo_stack_.history().was_partial()) Q_EMIT undone_in_part();
}

void SessionModel::take_others(model::Document document, const model::Json& patch)
{
    document.camera = document_.camera;
    document.output = document_.output;
    undo_stack_.others_changed(patch);
    const std::uint64_t acted_before = acted_ns_;
    others_acted_ = true;
    take_document_at(document, acted_before);
}

void SessionModel::set_watching(bool watches)
{
    if (std::exchange(is_watching_, watches) != watches) Q_EMIT watching_changed();
}

void SessionModel::refuse_change()
{
    Q_EMIT change_refused();
}

void SessionModel::break_gesture()
{
    Q_EMIT gesture_broken();
    end_gesture();
}

void SessionModel::touch_held(std::size_t rake)
{
    if (rake < flow_.rake_ids.size()) Q_EMIT held_touched(flow_.rake_ids[rake]);
}

void SessionModel::set_held_rakes(std::map<std::string, QColor> held)
{
    if (std::exchange(held_rakes_, std::move(held)) != held_rakes_) Q_EMIT held_changed();
}

const QColor* SessionModel::holder_of(std::size_t rake) const
{
    if (rake >= flow_.rake_ids.size()) return nullptr;
    const auto found = held_rakes_.find(flow_.rake_ids[rake]);
    return found == held_rakes_.end() ? nullptr : &found->second;
}

std::string SessionModel::selected_rake_id() const
{
    return selected_rake_ && *selected_rake_ < flow_.rake_ids.size() ? flow_.rake_ids[*selected_rake_]
                                                                     : std::string();
}

}  // namespace farfield::app
