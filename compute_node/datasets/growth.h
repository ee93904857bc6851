#pragma once

#include <glm/vec3.hpp>

#include <array>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace farfield::compute {

class OpenDataset;

/// The properties of a dataset that are known before it is complete.
struct GrowthPlan {
    std::string time_units;                             ///< unit of its slices' times, which begin at 0
    double last_time = 0.0;                             ///< largest time that a slice may have
    std::array<double, 2> range{};                      ///< approximate range of the first scalar
    std::optional<double> isovalue = std::nullopt;      ///< value of that scalar that is worth a surface
    std::vector<std::vector<glm::dvec3>> outline = {};  ///< lines that belong to the dataset, beside its box
};

/// A dataset that gets more time slices while it is open: a new OpenDataset for each, of which the earlier
/// slices are those of the last. Threads: any.
class Growth : public std::enable_shared_from_this<Growth> {
public:
    using Snapshot = std::shared_ptr<const OpenDataset>;

    explicit Growth(GrowthPlan plan) : plan_{std::move(plan)} {}
    [[nodiscard]] const GrowthPlan& plan() const { return plan_; }

    /// The latest snapshot; null before the first slice.
    [[nodiscard]] Snapshot newest() const;
    /// True when no slice follows.
    [[nodiscard]] bool has_ended() const;
    /// Waits for the first snapshot; returns the newest; null if growth ended, or `cancel` stopped, before.
    [[nodiscard]] Snapshot wait_for_first(const std::stop_token& cancel) const;

    /// Registration of a function that is called after each change, until this object is destroyed.
    class Listener {
    public:
        Listener() = default;
        Listener(std::shared_ptr<const Growth> growth, std::uint64_t number);
        Listener(Listener&& other) noexcept = default;
        Listener& operator=(Listener&& other) noexcept;
        ~Listener();

    private:
        std::shared_ptr<const Growth> growth_;
        std::uint64_t number_ = 0;
    };
    /// changed: called while this Growth is locked; must call no member of it.
    [[nodiscard]] Listener listen(std::function<void()> changed) const;

    void publish(Snapshot snapshot);
    void end();

private:
    void notify_all();

    const GrowthPlan plan_;
    mutable std::mutex mutex_;
    mutable std::condition_variable_any has_changed_;
    Snapshot newest_;
    bool has_ended_ = false;
    mutable std::uint64_t listeners_made_ = 0;
    mutable std::map<std::uint64_t, std::function<void()>> listeners_;
};

}  // namespace farfield::compute
