#include "compute_node/datasets/growth.h"

#include "compute_node/datasets/open_dataset.h"

#include <utility>

namespace farfield::compute {

Growth::Snapshot Growth::newest() const
{
    const std::lock_guard lock{mutex_};
    return newest_;
}

bool Growth::has_ended() const
{
    const std::lock_guard lock{mutex_};
    return has_ended_;
}

Growth::Snapshot Growth::wait_for_first(const std::stop_token& cancel) const
{
    std::unique_lock lock{mutex_};
    has_changed_.wait(lock, cancel, [this] { return newest_ != nullptr || has_ended_; });
    return newest_;
}

Growth::Listener Growth::listen(std::function<void()> changed) const
{
    const std::lock_guard lock{mutex_};
    listeners_[++listeners_made_] = std::move(changed);
    return {shared_from_this(), listeners_made_};
}

void Growth::publish(Snapshot snapshot)
{
    const std::lock_guard lock{mutex_};
    std::swap(newest_, snapshot);
    notify_all();
}

void Growth::end()
{
    const std::lock_guard lock{mutex_};
    has_ended_ = true;
    notify_all();
}

void Growth::notify_all()
{
    has_changed_.notify_all();
    for (const auto& [number, changed] : listeners_) changed();
}

Growth::Listener::Listener(std::shared_ptr<const Growth> growth, std::uint64_t number)
    : growth_{std::move(growth)}, number_{number}
{}

Growth::Listener& Growth::Listener::operator=(Listener&& other) noexcept
{
    std::swap(growth_, other.growth_);
    std::swap(number_, other.number_);
    return *this;
}

Growth::Listener::~Listener()
{
    if (!growth_) return;
    const std::lock_guard lock{growth_->mutex_};
    growth_->listeners_.erase(number_);
}

}  // namespace farfield::compute
