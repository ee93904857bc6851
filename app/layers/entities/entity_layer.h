#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "app/layers/entities/entity_signals.h"
#include "app/layers/entities/entity_table.h"
#include "app/layers/entities/recorded_entities.h"
#include "app/layers/entities/waiting_bundles.h"
#include "app/show/frames/plain_intake.h"
#include "app/show/layer.h"
#include "model/layers/entity_kind.h"
#include "render/layers/entities/entity_drawing.h"
#include "render/scene/scene.h"

namespace farfield::app {

/// Colours of entities: by their force, or by a number on a colour map.
class EntityColours {
public:
    /// by: the `colour_by` of model::EntityStyle.
    void set(const std::string& by);
    /// Takes the range of all entities in the scene, rounded, so that it stays for a while.
    void prepare(const EntityTable& table, std::uint64_t now_ns, double units_per_metre);
    /// Entry of the colour map, 1 to 255; 0: colour of the entity's force.
    [[nodiscard]] std::uint8_t entry_of(const KnownEntity& entity, std::uint64_t now_ns) const;
    /// Legend of the colour map; null: the colours are those of forces.
    [[nodiscard]] const render::Legend* legend() const;

private:
    enum class By { Force, Speed, Age, Height, Value };
    [[nodiscard]] std::optional<double> number_of(const KnownEntity& entity, std::uint64_t now_ns) const;

    By by_ = By::Force;
    std::string value_;  ///< name of the value, with By::Value
    double units_per_metre_ = 1.0;
    bool has_range_ = false;
    render::Legend legend_;
};

/// Maps a DIS force to its side. Sides have three forces each: 1, 4, 7 ... are friendly, and so on.
/// Source: SISO-REF-010, Force ID.
[[nodiscard]] render::EntityForce force_of(std::uint8_t force) noexcept;

/// Trails of entities: their places at evenly spaced times. Threads: one.
class EntityTrails {
public:
    static constexpr std::size_t points = 48;              ///< of one trail
    static constexpr std::size_t most_points = 4'000'000;  ///< of all trails; further entities have none

    /// Sets the length in time; 0: no trails. A new length begins anew.
    void set_seconds(double seconds);
    /// Adds a point to each trail, once the interval has passed. True where a trail changed.
    bool take(const EntityTable& table, std::uint64_t now_ns);
    void clear();
    void write(std::vector<render::TrailSegment>& segments) const;

private:
    struct Trail {
        std::array<glm::vec3, points> places{};
        std::size_t next = 0, count = 0;
        std::uint64_t seen = 0;  ///< number of the sample that gave its last point
        std::uint8_t force = 0;
    };

    std::uint64_t interval_ns_ = 0;  ///< between points; 0: no trails
    std::uint64_t taken_ns_ = 0, samples_ = 0;
    std::unordered_map<std::uint64_t, Trail> trails_;  ///< by EntityId::key()
};

/// Entities as a relay reports them, or as they were recorded, reckoned to the moment of the picture. In a
/// playback the layer has a picture for each tick of the clock: a relay's entities as they are at the time of
/// the tick, since a relay cannot send ahead; with a recording or a live clock, those of the clock's moment.
class EntityLayer final : public Layer, public TickingRole, public EarthRole, public ReportedRole {
public:
    EntityLayer(const Stage& /*stage*/, model::Use use) : is_played_(use != model::Use::Window) {}

    [[nodiscard]] std::vector<Request> wanted(const LayerState& state) override;
    [[nodiscard]] Intake& intake(std::string_view /*key*/) override { return bundles_; }
    bool take(const ShowClock& clock, std::uint32_t outdated_before) override;
    [[nodiscard]] bool is_ready() const override;
    [[nodiscard]] const TickingRole* ticking() const override { return this; }
    [[nodiscard]] bool ticks() const override { return is_played_; }
    [[nodiscard]] std::optional<LayerFrame> frame() const override;
    [[nodiscard]] EarthRole* on_earth() override { return this; }
    [[nodiscard]] bool needs_ground() const override { return clamps_ || table_.has_any_without_height(); }
    [[nodiscard]] bool is_moving() const override
    {
        return recording_ || !table_.entities().empty() || !signals_.flashes.empty();
    }
    [[nodiscard]] std::optional<RecordedSpan> recorded_span() const override;
    [[nodiscard]] std::optional<glm::dvec3> place_at(const model::EntityName& entity,
                                                     std::uint64_t utc_ns) override;
    [[nodiscard]] double ahead_of_clock() const override { return ahead_of_clock_; }
    [[nodiscard]] std::optional<glm::dvec3> earth_place() const override;
    [[nodiscard]] std::optional<render::Bounds> reach() const override { return reach_; }
    [[nodiscard]] const render::Legend* legend() const override { return colours_.legend(); }
    void describe(const LayerState& state, const Drape& drape, render::Scene& scene) override;
    bool release_finished() override { return bundles_.has_released(); }
    [[nodiscard]] const ReportedRole* reported() const override { return this; }
    [[nodiscard]] net::Json report() const override;

    /// Path of the recording; empty: a relay sends the entities.
    [[nodiscard]] const std::string& recording_file() const noexcept { return recording_file_; }
    /// The open recording; null: none, or it cannot be read.
    [[nodiscard]] const RecordedEntities* recording() const noexcept
    {
        return recording_ ? &*recording_ : nullptr;
    }
    [[nodiscard]] const EntityTable& table() const noexcept { return table_; }
    /// Placement of entities in the scene; null: they have no places there.
    [[nodiscard]] const SharedPlacement& placement() const noexcept { return earth_; }
    /// Moment shown at the last take(), on the relay's clock.
    [[nodiscard]] std::uint64_t relay_ns() const noexcept { return relay_ns_; }
    /// Place in the picture that was described last; nullopt: the entity is not in the scene.
    [[nodiscard]] std::optional<glm::dvec3> place_of(const net::dis::EntityId& id) const;
    [[nodiscard]] std::optional<model::PlacedMotion> motion_of(const net::dis::EntityId& id) const;
    /// Selects an entity: its name is always drawn, and it has a ring. nullopt: none is selected.
    void select(std::optional<net::dis::EntityId> id);
    [[nodiscard]] const std::optional<net::dis::EntityId>& selected() const noexcept { return selected_; }
    /// Draws a line of sight between two entities, wherever they are; nullopt: removes it.
    void show_sight(const std::optional<SightBetween>& sight) { sight_ = sight; }

private:
    void take_place(const LayerState& state);
    void take_style(const LayerState& state);
    void make_marks(std::uint64_t now_ns, bool is_cut_off);
    [[nodiscard]] render::EntityMark mark_of(const KnownEntity& entity, std::uint64_t now_ns,
                                             bool is_cut_off) const;
    [[nodiscard]] model::PlacedMotion shown(const KnownEntity& entity, std::uint64_t now_ns) const;
    void make_trails(std::uint64_t now_ns);
    void widen_reach();
    void note_frame(std::uint64_t now_ns);
    void count();
    void take_recording(const std::string& file);
    void take_choice(const model::Json& params);
    bool take_recorded(const ShowClock& clock);
    [[nodiscard]] std::uint64_t tick_ns(std::uint64_t tick) const;

    static constexpr std::size_t bundle_slots = 16;

    bool is_played_;
    PlainIntake bundles_{bundle_slots};
    WaitingBundles waiting_;
    bool is_live_ = false;  ///< clock was live at the last take()
    std::string recording_file_;
    model::EntitiesParams chosen_;  ///< filters for the recording
    std::optional<RecordedEntities> recording_;
    /// The same recording at other times than the picture's, and the entities known then: for place_at().
    std::optional<RecordedEntities> other_times_;
    EntityTable at_other_time_;
    double ahead_of_clock_ = 0.0;  ///< seconds from the clock's moment to the moment shown
    EntityTable table_;
    EntityTrails trails_;
    std::shared_ptr<const EarthBase> earth_base_;
    std::string vertical_;  ///< `vertical` of the style
    bool clamps_ = false;
    std::shared_ptr<const render::GroundRaster> ground_;
    SharedPlacement earth_;
    std::uint64_t relay_ns_ = 0;
    std::uint64_t described_ns_ = 0;   ///< moment of the picture, on the relay's clock
    std::int64_t relay_ahead_ns_ = 0;  ///< relay's clock minus viewer's
    double ticks_per_second_ = 30.0;
    std::optional<net::dis::EntityId> selected_;

    render::EntityDrawing drawing_;
    render::SignalDrawing signals_;
    std::optional<SightBetween> sight_;
    EntityColours colours_;
    std::optional<render::Bounds> reach_;
    struct Made {
        std::uint64_t version = 0, at_ns = 0;
        bool is_cut_off = false;
        bool is_any = false;
        bool is_restless = false;  ///< an entity fades or turns: the next picture differs
    };
    Made made_;  ///< state for which the marks were made
    bool is_smooth_ = true;

    net::FrameInfo info_;  ///< of the picture that was taken last, in a playback
    net::FrameStamp stamp_;
    std::uint64_t first_tick_ns_ = 0;
    std::uint64_t next_tick_ = 0;
    std::uint64_t bytes_ = 0;
    EntityFigures counted_;          ///< totals up to the picture that was taken last
    EntityCounts counts_;            ///< changes since the picture before it
    std::vector<std::byte> places_;  ///< payload of that picture: preamble, then x, y, z of each
};

}  // namespace farfield::app
