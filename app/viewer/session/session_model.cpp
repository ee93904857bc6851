#include "app/viewer/session/session_model.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "app/show/frame_to_scene.h"
#include "app/viewer/session/context_layers.h"
#include "model/data/dataset_info.h"
#include "model/document/layer_edits.h"
#include "model/programs/program_answer.h"
#include "net/message/clock.h"

namespace farfield::app {
namespace {

/// The patch that turns `from` into `to`. Members that become absent stay as they are: no dock takes one
/// away.
template <class T>
model::Json changes(const T& from, const T& to)
{
    return model::difference(from, to).value_or(model::Json::object());
}

}  // namespace

bool SessionModel::editable() const noexcept
{
    return dataset_ && dataset_->kind != "recording";
}

const model::DatasetInfo* SessionModel::described() const
{
    const auto source = document_.data.find(edited_.flow);
    const bool is_open = dataset_ && source != document_.data.end() &&
                         source->second.name == dataset_->dataset &&
                         source->second.velocity == dataset_->velocity_name();
    return is_open ? &*dataset_ : nullptr;
}

std::uint64_t SessionModel::particle_count() const
{
    std::uint64_t sum = 0;
    for (const auto& rake : rakes())
        sum += std::min(rake.particles(), std::numeric_limits<std::uint64_t>::max() - sum);
    return sum;
}

model::ScalarInfo SessionModel::scalar() const
{
    auto name = colours().scalar.value_or("");
    if (name.empty() && dataset_ && !dataset_->scalars.empty()) name = dataset_->scalars.front().name;
    // The scalar of a recording cannot be chosen.
    if (program_ && (!editable() || program_->scalar.name == name)) return program_->scalar;
    if (dataset_)
        for (const auto& scalar : dataset_->scalars)
            if (scalar.name == name) return scalar;
    return program_ ? program_->scalar : model::ScalarInfo{.name = name, .units = {}, .range = {}};
}

render::ScalarRange SessionModel::colour_range() const
{
    if (const auto own = colours().range)
        return {static_cast<float>((*own)[0]), static_cast<float>((*own)[1])};
    return legend_of(scalar()).range;
}

bool SessionModel::shows(const std::string& layer) const
{
    const model::Layer* found = find_layer(document_, layer);
    return found != nullptr && found->visible;
}

bool SessionModel::is_on_clock() const
{
    const model::Layer* layer = find_layer(document_, edited_.particles);
    return document_.clock.step && layer != nullptr && model::has_clock(*layer, model::particle_kind);
}

model::ParticleLayerParams SessionModel::particles() const
{
    auto params = params_of<model::ParticleLayerParams>(document_, edited_.particles);
    if (const auto* dataset = described()) {
        const model::Layer* layer = find_layer(document_, edited_.particles);
        if (layer == nullptr || !layer->params.contains("max_age_frames"))
            params.max_age_frames = dataset->suggested.max_age_frames;
        params.step = params.step.value_or(dataset->suggested.step);
    }
    if (is_on_clock()) model::take_time(params, document_.clock);
    return params;
}

model::ParticleStyle SessionModel::particle_style() const
{
    return style_of<model::ParticleStyle>(document_, edited_.particles);
}

model::LineLayerParams SessionModel::lines() const
{
    auto params = params_of<model::LineLayerParams>(document_, edited_.lines);
    if (const auto* dataset = described()) params.step = params.step.value_or(dataset->suggested.step);
    return params;
}

double SessionModel::vertical_scale() const
{
    return document_.scene.vertical_scale.value_or(dataset_ ? double{usual_vertical_scale(*dataset_)} : 1.0);
}

model::TerrainLayerParams SessionModel::terrain_params() const
{
    return params_of<model::TerrainLayerParams>(document_, edited_.terrain);
}

model::TerrainStyle SessionModel::terrain_style() const
{
    return style_of<model::TerrainStyle>(document_, edited_.terrain);
}

void SessionModel::set_datasets(std::vector<model::DatasetEntry> datasets)
{
    datasets_ = std::move(datasets);
    Q_EMIT datasets_changed();
}

void SessionModel::set_dataset(model::DatasetInfo info, bool keep_settings, const char* label)
{
    const bool had_velocity = !dataset_ || dataset_->velocity;
    dataset_ = std::move(info);
    program_.reset();
    change(keep_settings ? label : "Open dataset", [&](model::Document& document) {
        auto& source = document.data[edited_.flow];
        source.kind = model::DataKind::Dataset;
        source.name = dataset_->dataset;
        source.velocity = dataset_->velocity_name();
        if (keep_settings) return;
        begin_flow(document, had_velocity);
        set_context(*dataset_, edited_.flow, document);
    });
    if (!keep_settings) selected_rake_ = rakes().empty() ? std::nullopt : std::optional<std::size_t>(0);
    Q_EMIT dataset_changed(keep_settings);
    Q_EMIT program_changed();
    if (!keep_settings) Q_EMIT selection_changed();
}

void SessionModel::begin_flow(model::Document& document, bool had_velocity)
{
    const bool has_velocity = dataset_->velocity.has_value();
    document.scene.vertical_scale.reset();
    const bool is_first = std::ranges::none_of(
        document.layers, [&](const auto& entry) { return entry.second.data == edited_.flow; });
    if (has_velocity && (is_first || !had_velocity) && !document.layers.contains(edited_.particles))
        add_flow_layer(document, edited_.particles);
    const auto particles = document.layers.find(edited_.particles),
               lines = document.layers.find(edited_.lines);
    const bool has_particles = particles != document.layers.end(), has_lines = lines != document.layers.end();
    if (has_particles) {
        particles->second.params = first_particles(*dataset_, edited_.flow).params;
        if (has_velocity != had_velocity) particles->second.visible = has_velocity;
    }
    if (has_lines) lines->second.visible = lines->second.visible && has_velocity;
    FlowColours colours = colours_of(document, edited_);
    colours.range.reset();
    if (!has_particles) colours.scalar.reset();
    app::set_colours(document, edited_, colours);
    const auto scalar = colours.scalar ? model::Json(*colours.scalar) : model::Json();
    if (has_lines) lines->second.params.merge_patch({{"scalar", scalar}});
    if (has_particles || has_lines) set_rakes(document, dataset_->suggested.rakes);
    suggest_steps(document);
    if (is_on_clock()) {
        document.clock.start = 0.0;
        document.clock.loop = true;
    }
}

void SessionModel::suggest_steps(model::Document& document) const
{
    const auto forget = [&](const std::string& id, const char* name) {
        if (const auto layer = document.layers.find(id); layer != document.layers.end())
            layer->second.params.erase(name);
    };
    forget(edited_.particles, "step");
    forget(edited_.particles, "max_age_frames");
    forget(edited_.lines, "step");
    if (is_on_clock()) document.clock.step = dataset_->suggested.step * particles().steps_per_frame;
}

void SessionModel::take_suggested_steps()
{
    change("Suggested steps", [this](model::Document& document) { suggest_steps(document); });
}

void SessionModel::take_suggested_rakes()
{
    change("Suggested rakes",
           [this](model::Document& document) { set_rakes(document, dataset_->suggested.rakes); });
    select_rake(rakes().empty() ? std::nullopt : std::optional<std::size_t>(0));
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
    selected_rake_.reset();
    forget_data("Close dataset", edited_.flow);
    Q_EMIT dataset_changed(false);
    Q_EMIT program_changed();
    Q_EMIT selection_changed();
}

// Rakes.

std::vector<model::Rake> SessionModel::rakes() const
{
    const model::Layer* layer = find_layer(document_, edited_.rakes);
    if (layer == nullptr) return {};
    if (auto named = model::rakes_of(document_, *layer)) return *std::move(named);
    const auto* dataset = described();
    return dataset == nullptr ? std::vector<model::Rake>{} : dataset->suggested.rakes;
}

std::vector<std::string> SessionModel::rake_ids() const
{
    const model::Layer* layer = find_layer(document_, edited_.rakes);
    return layer == nullptr ? std::vector<std::string>{} : layer->rakes.value_or(std::vector<std::string>{});
}

std::string SessionModel::new_rake(model::Document& document, const model::Rake& rake) const
{
    auto id = model::new_id(model::write(document), undo_stack_.history(), "rakes", "rake");
    document.rakes[id] = {.rake = rake, .data = edited_.flow};
    return id;
}

void SessionModel::set_rake_ids(model::Document& document, const std::vector<std::string>& ids)
{
    if (find_layer(document, edited_.rakes) == nullptr) add_flow_layer(document, edited_.particles);
    const auto before = document.layers.at(edited_.rakes).rakes;
    for (const std::string& id : {edited_.particles, edited_.lines})
        if (const auto layer = document.layers.find(id);
            layer != document.layers.end() && layer->second.rakes == before)
            layer->second.rakes = ids;
    std::erase_if(document.rakes, [&](const auto& rake) { return model::is_unused(document, rake.first); });
}

void SessionModel::set_rakes(model::Document& document, const std::vector<model::Rake>& rakes)
{
    std::vector<std::string> ids;
    for (const model::Rake& rake : rakes) ids.push_back(new_rake(document, rake));
    set_rake_ids(document, ids);
}

std::vector<std::string> SessionModel::name_rakes(model::Document& document)
{
    const model::Layer* layer = find_layer(document, edited_.rakes);
    if (layer != nullptr && !layer->rakes) set_rakes(document, rakes());
    return rake_ids();
}

void SessionModel::add_rake(const model::Rake& rake)
{
    if (!dataset_) return;
    change("Add rake", [&](model::Document& document) {
        auto ids = name_rakes(document);
        ids.push_back(new_rake(document, rake));
        set_rake_ids(document, ids);
    });
    const std::size_t count = rakes().size();
    select_rake(count == 0 ? std::nullopt : std::optional(count - 1));
}

void SessionModel::change_rake(std::size_t index, const model::Rake& rake)
{
    const auto before = rakes();
    if (index >= before.size() || before[index] == rake) return;
    change("Change rake",
           [&](model::Document& document) { document.rakes.at(name_rakes(document)[index]).rake = rake; });
}

void SessionModel::remove_rake(std::size_t index)
{
    const std::size_t count = rakes().size();
    if (index >= count) return;
    change("Remove rake", [&](model::Document& document) {
        auto ids = name_rakes(document);
        ids.erase(ids.begin() + static_cast<std::ptrdiff_t>(index));
        set_rake_ids(document, ids);
    });
    selected_rake_.reset();
    if (count > 1) selected_rake_ = std::min(index, count - 2);
    Q_EMIT selection_changed();
}

void SessionModel::select_rake(std::optional<std::size_t> index)
{
    if (index && *index >= rakes().size()) index.reset();
    if (selected_rake_ == index) return;
    selected_rake_ = index;
    Q_EMIT selection_changed();
}

// Settings of layers.

void SessionModel::add_flow_layer(model::Document& document, const std::string& id)
{
    const bool is_first =
        !document.layers.contains(edited_.particles) && !document.layers.contains(edited_.lines);
    const FlowColours colours = colours_of(document, edited_);
    model::Layer layer = id == edited_.particles ? first_particles(*dataset_, edited_.flow)
                                                 : first_lines(*dataset_, edited_.flow);
    if (const model::Layer* with_rakes = find_layer(document, edited_.rakes)) layer.rakes = with_rakes->rakes;
    if (!is_first) set_colours_of(layer, colours);
    document.layers.insert_or_assign(id, std::move(layer));
    edited_ = edited_of(document, selected_layer_);
}

void SessionModel::set_shown(const std::string& id, bool shown)
{
    change(shown ? "Show layer" : "Hide layer", [&](model::Document& document) {
        if (const auto layer = document.layers.find(id); layer != document.layers.end())
            layer->second.visible = shown;
        else if (shown && dataset_)
            add_flow_layer(document, id);
    });
}

void SessionModel::set_particles(const model::ParticleLayerParams& params)
{
    change("Particle settings", [&](model::Document& document) {
        const auto before = particles();
        auto after = params;
        if (is_on_clock()) {
            document.clock.start = after.time.start;
            document.clock.loop = after.time.loop;
            const double step = after.step.value_or(0.0);
            if (step != before.step || after.steps_per_frame != before.steps_per_frame)
                document.clock.step = step * after.steps_per_frame;
            after.step = before.step;
            after.time = before.time;
        }
        patch_params(document, edited_.particles, changes(before, after));
    });
}

void SessionModel::set_particle_style(const model::ParticleStyle& style)
{
    change("Colours", [&](model::Document& document) {
        patch_style(document, edited_.particles, changes(particle_style(), style));
    });
}

void SessionModel::set_lines(const model::LineLayerParams& params)
{
    change("Line settings", [&](model::Document& document) {
        patch_params(document, edited_.lines, changes(lines(), params));
    });
}

void SessionModel::set_colours(FlowColours colours)
{
    if (colours.scalar != this->colours().scalar) colours.range.reset();
    change("Colours", [&](model::Document& document) { app::set_colours(document, edited_, colours); });
}

void SessionModel::set_clock(const model::Clock& clock)
{
    change("Playback", [&](model::Document& document) { document.clock = clock; });
}

void SessionModel::set_vertical_scale(double scale)
{
    if (vertical_scale() == scale) return;
    change("Vertical scale", [&](model::Document& document) {
        const bool is_usual = dataset_ && scale == double{usual_vertical_scale(*dataset_)};
        document.scene.vertical_scale = is_usual ? std::nullopt : std::optional(scale);
    });
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
    if (terrain_)
        name_ground();
    else
        forget_data("Close terrain", edited_.ground);
    Q_EMIT terrain_changed(same);
}

void SessionModel::name_ground()
{
    const auto named = document_.data.find(edited_.ground);
    const bool is_other = named == document_.data.end() || named->second.name != terrain_->terrain;
    change(is_other ? "Open terrain" : not_undone, [&](model::Document& document) {
        auto& source = document.data[edited_.ground];
        source.kind = model::DataKind::Terrain;
        source.name = terrain_->terrain;
        if (is_other) {
            document.layers.erase(edited_.picture);
            document.layers.erase(edited_.overlay);
        }
        auto& layer = document.layers[edited_.terrain];
        if (layer.kind.empty()) {
            layer.kind = model::terrain_kind.name;
            layer.order = 1.0;
        }
        layer.data = edited_.ground;
        if (is_other) layer.style.erase("heights");
    });
}

void SessionModel::set_sight(const SightSettings& settings)
{
    if (std::exchange(sight_, settings) != settings) Q_EMIT sight_changed();
}

void SessionModel::set_terrain_params(const model::TerrainLayerParams& params)
{
    change("Terrain settings", [&](model::Document& document) {
        patch_params(document, edited_.terrain, changes(terrain_params(), params));
    });
}

void SessionModel::set_terrain_style(const model::TerrainStyle& style)
{
    change("Terrain settings", [&](model::Document& document) {
        patch_style(document, edited_.terrain, changes(terrain_style(), style));
    });
}

std::string SessionModel::file_of(const std::string& layer) const
{
    const model::Layer* found = find_layer(document_, layer);
    return found == nullptr ? "" : found->params.value("file", "");
}

void SessionModel::set_file(const std::string& layer, const char* kind, const std::string& file)
{
    if (file_of(layer) == file) return;
    change(kind, [&](model::Document& document) {
        if (file.empty() || !terrain_) return (void)document.layers.erase(layer);
        auto& entry = document.layers[layer];
        entry.kind = kind;
        entry.data = edited_.ground;
        entry.order = 1.0;
        entry.params = {{"file", file}};
    });
}

void SessionModel::change(const char* label, const std::function<void(model::Document&)>& edit)
{
    const auto before = document_;
    edit(document_);
    edited_ = edited_of(document_, selected_layer_);
    forget_lost_rake();
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
    change(label, [&](model::Document& document) {
        const auto is_on = [&](const auto& entry) { return entry.second.data == id; };
        std::erase_if(document.layers, is_on);
        std::erase_if(document.rakes, is_on);
        document.data.erase(id);
        if (document.scene.base == id) document.scene.base.clear();
    });
}

void SessionModel::forget_lost_rake()
{
    if (selected_rake_ && *selected_rake_ >= rakes().size()) selected_rake_.reset();
}

void SessionModel::emit_all()
{
    Q_EMIT selection_changed();
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
    forget_lost_rake();
    forget_closed();
    emit_all();
}

void SessionModel::forget_closed()
{
    if (dataset_ && !document_.data.contains(edited_.flow)) clear_dataset();
    if (terrain_ && !document_.data.contains(edited_.ground)) set_terrain(std::nullopt);
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
    if (const auto ids = rake_ids(); rake < ids.size()) Q_EMIT held_touched(ids[rake]);
}

void SessionModel::set_held_rakes(std::map<std::string, QColor> held)
{
    if (std::exchange(held_rakes_, std::move(held)) != held_rakes_) Q_EMIT held_changed();
}

const QColor* SessionModel::holder_of(std::size_t rake) const
{
    const auto ids = rake_ids();
    if (rake >= ids.size()) return nullptr;
    const auto found = held_rakes_.find(ids[rake]);
    return found == held_rakes_.end() ? nullptr : &found->second;
}

std::string SessionModel::selected_rake_id() const
{
    const auto ids = rake_ids();
    return selected_rake_ && *selected_rake_ < ids.size() ? ids[*selected_rake_] : std::string();
}

}  // namespace farfield::app
