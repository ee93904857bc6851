#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/link/link.h"
#include "app/show/layer_table.h"
#include "model/document/clock_timer.h"
#include "model/document/live_clock.h"

namespace farfield::app {

/// A layer that cannot show the clock's moment.
struct OffClock {
    const std::string* layer = nullptr;  ///< its id
    double ahead_seconds = 0.0;          ///< negative: behind
};

/// Text on a layer off the clock: "2.5 s ahead of the clock", "3.1 h behind the clock".
[[nodiscard]] std::string words_off_clock(double ahead_seconds);

/// The one clock of all layers. The lowest that ticks leads it, and recorded layers show that moment; without
/// one, ticks of a playback's pictures or of a timer count. On a live clock none leads: the moment is now.
/// Threads: the link's.
class ClockOfLayers {
public:
    ClockOfLayers(LayerTable& table, Link& node) : table_(table), node_(node) {}

    /// Sets the link to a relay. Its clock counts while no node is connected.
    void set_relay(Link& relay) { relay_ = &relay; }
    /// Follows a changed document. before: the document until now.
    void follow(const model::Document& before);

    /// Moment of the recorded layers, or on a live clock of all, as of the last take(); nullopt: neither
    /// exists.
    [[nodiscard]] const std::optional<Moment>& moment() const noexcept { return moment_; }
    /// Takes the live moment. now_ns: 0 for this machine's clock.
    void take_live(std::uint64_t now_ns) { moment_ = live_moment(now_ns); }
    /// Takes the moment of a picture on a clock that is not live, once the leading layer has its frame.
    void take(const ShowClock& clock);
    /// Moment of results without a picture.
    [[nodiscard]] std::optional<Moment> moment_without_lead();
    /// Moment of a tick.
    [[nodiscard]] std::optional<Moment> moment_at(std::uint64_t tick) const;

    /// True once the first round trip of a new session has made the node's clock known, and it differs from
    /// the assumed one: live programs begin anew.
    [[nodiscard]] bool takes_offset();
    /// Sets the data time at which a live program starts: that of now, which the delayed clock reaches later.
    void take_live_start(LayerEntry& entry);
    /// Forgets the times at which live programs started.
    void forget_live_starts();

    /// Ids of layers to which the leading time is passed: on the clock, and without ticks of their own. The
    /// next request waits until the last result is on the screen. is_watching: as LayerSet::set_watching().
    [[nodiscard]] std::vector<std::string> take_lead(bool is_watching);

    /// Time span of the recorded layers, in data time.
    [[nodiscard]] model::TimeSpan recorded_seconds() const;
    /// Goes to a data time, or one tick on, in a window in which no layer leads.
    void seek(double seconds);
    void step();
    /// Layers that are off by more than half a second, as of the last take().
    [[nodiscard]] std::vector<OffClock> off_clock() const;

private:
    [[nodiscard]] const LayerEntry* lowest_ticking() const;
    [[nodiscard]] const LayerEntry* leading() const;
    void follow_live(const model::Clock& before);
    void forget_lead(const model::Document& before);
    [[nodiscard]] std::optional<RecordedSpan> recorded_span() const;
    [[nodiscard]] std::uint64_t origin_ns() const;
    [[nodiscard]] std::int64_t offset_ns() const;
    [[nodiscard]] Moment live_moment(std::uint64_t now_ns);
    [[nodiscard]] std::optional<Moment> moment_of(std::uint64_t tick,
                                                  const std::optional<LayerFrame>& led) const;
    [[nodiscard]] std::uint64_t tick_of(const ShowClock& clock);

    LayerTable& table_;
    Link& node_;
    Link* relay_ = nullptr;
    model::ClockTimer timer_;
    model::LiveClock live_;
    std::optional<Moment> moment_;
    bool knows_offset_ = false;  ///< the node's clock is known since it connected
};

}  // namespace farfield::app
