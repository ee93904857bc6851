#include "compute_node/particles/particle_release.h"

#include "compute_node/grids/own_turn.h"
#include "compute_node/particles/frame_batch.h"

#include <algorithm>
#include <optional>

namespace farfield::compute {

namespace {

/// Frame in which particle k of a seed is first released.
std::int32_t release_frame(std::uint64_t k, std::uint64_t per_seed, const ParticleSettings& settings)
{
    return static_cast<std::int32_t>(k * (settings.max_age_frames + std::uint64_t{1}) / per_seed);
}

/// The field at a seed; nothing where no particle can be released. An unsteady field is sampled at each
/// release: a seed with invalid data at one time may have valid ones at another, or be in the grid only then.
std::optional<FieldSample> sample_seed(const Field& field, glm::vec3 seed, CellCursor& cursor)
{
    if (field.slices().steady()) return field.sample(seed, cursor);
    if (!field.grid_changes() && !field.locate(seed, cursor)) return std::nullopt;
    return FieldSample{};
}

/// Values at all seeds of a steady field that several processes hold; empty for other fields.
std::vector<PointSample> sample_elsewhere(const FieldSource& source, const std::vector<glm::vec3>& seeds)
{
    std::vector<PointSample> samples;
    if (source.distributed == nullptr || !source.field->slices().steady()) return samples;
    samples.resize(seeds.size());
    source.distributed->sample(seeds, SampleRule::Single, 0.0F, samples);
    return samples;
}

std::optional<FieldSample> found_in(const PointSample& sample)
{
    if (sample.inside == 0) return std::nullopt;
    return FieldSample{glm::vec3{sample.value}, sample.value.w};
}

SeedTable sample_seeds(const FieldSource& source, const std::vector<glm::vec3>& seeds)
{
    const Field& field = *source.field;
    const std::vector<PointSample> elsewhere = sample_elsewhere(source, seeds);
    SeedTable table;
    for (const glm::vec3& seed : seeds) {
        CellCursor cursor;
        const auto found =
            elsewhere.empty() ? sample_seed(field, seed, cursor) : found_in(elsewhere[table.size()]);
        const FieldSample sample = found.value_or(FieldSample{});
        table.usable.push_back(found ? 1 : 0);
        table.x.push_back(seed.x);
        table.y.push_back(seed.y);
        table.z.push_back(seed.z);
        table.u.push_back(sample.velocity.x);
        table.v.push_back(sample.velocity.y);
        table.w.push_back(sample.velocity.z);
        table.s.push_back(sample.scalar);
        if (uses_cursors(field)) table.cursors.push_back(cursor);
    }
    return table;
}

/// The particles of a rake, waiting for their first release.
ParticleState undeveloped(const FieldSource& field, const std::vector<glm::vec3>& seeds,
                          std::uint64_t per_seed, const ParticleSettings& settings, bool in_turns = false)
{
    ParticleState state{seeds.size() * per_seed, uses_cursors(*field.field)};
    state.measure(settings.scalar_is_length);
    state.seeds = sample_seeds(field, seeds);
    for (std::size_t i = 0; i < seeds.size(); ++i)
        for (std::uint64_t k = 0; k < per_seed; ++k) {
            state.seed[i * per_seed + k] = static_cast<std::int32_t>(i);
            if (state.seeds.usable[i] != 0)
                state.age[i * per_seed + k] = (in_turns ? 0 : -release_frame(k, per_seed, settings)) - 1;
        }
    return state;
}

/// Develops a rake to frame A. In a steady field all particles of a seed have the same life: one of them,
/// released in frame 0, shows in frame n the state in frame n + r of a particle released r frames later.
void develop_steady(const FieldSource& source, const std::vector<glm::vec3>& seeds, std::uint64_t per_seed,
                    const ParticleSettings& settings, FrameBatch& batch, ParticleState& state)
{
    ParticleState leader = undeveloped(source, seeds, 1, settings);
    batch.add(ParticleClock{source.field->slices(), settings.time}, settings, 0.0);
    const auto last_frame = static_cast<std::int32_t>(settings.max_age_frames);
    auto k = static_cast<std::int64_t>(per_seed) - 1;
    for (std::int32_t frame = 0; frame <= last_frame; ++frame) {
        batch.advance(source, leader, settings);
        for (; k >= 0 && release_frame(k, per_seed, settings) == last_frame - frame; --k)
            for (std::size_t i = 0; i < seeds.size(); ++i) state.copy_particle(i * per_seed + k, leader, i);
    }
}

/// Makes frames 0 to A of all particles, the last just before `elapsed`.
void develop_unsteady(const FieldSource& source, const ParticleSettings& settings, double elapsed,
                      FrameBatch& batch, ParticleState& state)
{
    const ParticleClock clock{source.field->slices(), settings.time};
    const double frame_time = settings.step * settings.steps_per_frame;
    for (std::int64_t left = std::int64_t{settings.max_age_frames} + 1; left > 0; --left) {
        batch.add(clock, settings, elapsed - static_cast<double>(left) * frame_time);
        if (!batch.is_full() && left > 1) continue;
        batch.advance(source, state, settings);
        batch.clear();
    }
}

template <class T>
void copy_range(std::vector<T>& to, std::size_t at, const std::vector<T>& from, std::size_t first,
                std::size_t count)
{
    if (!from.empty() && !to.empty()) std::copy_n(from.begin() + first, count, to.begin() + at);
}

SeedTable slice(const SeedTable& seeds, std::size_t first, std::size_t count)
{
    const auto cut = [&](const auto& from) {
        return from.empty()
                   ? from
                   : std::decay_t<decltype(from)>{from.begin() + first, from.begin() + first + count};
    };
    return {cut(seeds.x), cut(seeds.y), cut(seeds.z),       cut(seeds.u),     cut(seeds.v),
            cut(seeds.w), cut(seeds.s), cut(seeds.cursors), cut(seeds.usable)};
}

}  // namespace

ParticleState release_rake(const FieldSource& source, const model::Rake& rake,
                           const ParticleSettings& settings, bool developed, double elapsed,
                           const std::atomic<bool>* abandoned)
{
    const FieldInfo& info = source.field->info();
    const std::vector<glm::vec3> seeds = model::seeds_of(
        rake, info.origin, [turn = OwnTurn{info}](glm::dvec3 place) { return turn.moved(place); });
    const bool in_turns = rake.injection.interval.has_value();
    ParticleState state = undeveloped(source, seeds, rake.particles_per_seed, settings, in_turns);
    if (!developed) return state;
    FrameBatch batch;
    batch.set_cancel_flag(abandoned);
    if (source.field->slices().steady())
        develop_steady(source, seeds, rake.particles_per_seed, settings, batch, state);
    else
        develop_unsteady(source, settings, elapsed, batch, state);
    return state;
}

void sample_seeds_again(const FieldSource& field, ParticleState& state)
{
    std::vector<glm::vec3> seeds(state.seeds.size());
    for (std::size_t i = 0; i < seeds.size(); ++i)
        seeds[i] = {state.seeds.x[i], state.seeds.y[i], state.seeds.z[i]};
    state.seeds = sample_seeds(field, seeds);
    for (std::size_t i = 0; i < state.count; ++i) {
        if (state.seeds.usable[state.seed[i]] == 0)
            state.age[i] = never_released;
        else if (state.age[i] == never_released)
            state.age[i] = -1;
    }
}

std::uint64_t developing_steps(const Field& field, const model::Rake& rake, const ParticleSettings& settings,
                               std::uint64_t more_particles)
{
    const std::uint64_t each = field.slices().steady() ? 1 : rake.particles_per_seed;
    return (rake.seeds() * each + more_particles) * (settings.max_age_frames + std::uint64_t{1}) *
           settings.steps_per_frame;
}

RakeRange whole_range(const ParticleState& state)
{
    return {0, state.count, 0, state.seeds.size()};
}

std::vector<InjectedRake> note_injections(ParticleState& state, const std::vector<model::Rake>& rakes,
                                          const std::vector<RakeRange>& ranges)
{
    std::vector<InjectedRake> injected;
    for (std::size_t r = 0; r < rakes.size(); ++r) {
        if (!rakes[r].injection.is_set()) continue;
        state.injection.resize(state.age.size(), -1);
        state.place.resize(state.age.size(), 0);
        const std::uint32_t per_seed = rakes[r].particles_per_seed;
        for (std::size_t i = 0; i < ranges[r].particles; ++i) {
            state.injection[ranges[r].first_particle + i] = static_cast<std::int32_t>(injected.size());
            state.place[ranges[r].first_particle + i] = static_cast<std::int32_t>(i % per_seed);
        }
        injected.push_back({rakes[r].injection, per_seed});
    }
    return injected;
}

RakeRange append_rake(ParticleState& to, std::size_t first_particle, const ParticleState& from,
                      const RakeRange& range)
{
    const RakeRange now{first_particle, range.particles, to.seeds.size(), range.seeds};
    const auto copy = [&](auto& into, const auto& source) {
        copy_range(into, first_particle, source, range.first_particle, range.particles);
    };
    copy(to.age, from.age);
    copy(to.seed, from.seed);
    copy(to.x, from.x);
    copy(to.y, from.y);
    copy(to.z, from.z);
    copy(to.u, from.u);
    copy(to.v, from.v);
    copy(to.w, from.w);
    copy(to.cursors, from.cursors);
    copy(to.way, from.way);
    const auto shift =
        static_cast<std::int32_t>(now.first_seed) - static_cast<std::int32_t>(range.first_seed);
    for (std::size_t i = 0; i < range.particles; ++i) to.seed[first_particle + i] += shift;
    to.seeds.append(slice(from.seeds, range.first_seed, range.seeds));
    return now;
}

}  // namespace farfield::compute
