#include "compute_node/node/turns/compute_turns.h"

#include <algorithm>
#include <utility>

namespace farfield::node {

ComputeTurns::Place::Place(ComputeTurns& turns, const std::string& session)
    : turns_{turns}, session_{turns.join(session)}
{
    const std::lock_guard lock{turns_.mutex_};
    turns_.places_.push_back(this);
}

ComputeTurns::Place::~Place()
{
    const std::lock_guard lock{turns_.mutex_};
    std::erase(turns_.places_, this);
    turns_.leave(session_);
}

bool ComputeTurns::Place::wait()
{
    std::unique_lock lock{turns_.mutex_};
    if (std::exchange(is_interrupted_, false)) return false;
    state_ = State::Waiting;
    const auto begun = since_ = Clock::now();
    turns_.admit();
    while (state_ == State::Waiting && !is_interrupted_) {
        came_.wait_until(lock, turns_.next_overdue());
        turns_.admit();
    }
    if (state_ == State::Computing) {
        waited_ += since_ - begun;
        return true;
    }
    waited_ += Clock::now() - begun;
    state_ = State::Away;
    is_interrupted_ = false;
    return false;
}

void ComputeTurns::Place::end()
{
    const std::lock_guard lock{turns_.mutex_};
    state_ = State::Away;
    is_overdue_ = false;
    turns_.admit();
}

std::size_t ComputeTurns::Place::threads() const
{
    const std::lock_guard lock{turns_.mutex_};
    return threads_;
}

void ComputeTurns::Place::go_first()
{
    const std::lock_guard lock{turns_.mutex_};
    goes_first_ = true;
    is_interrupted_ = false;
}

void ComputeTurns::Place::interrupt() noexcept
{
    const std::lock_guard lock{turns_.mutex_};
    is_interrupted_ = true;
    came_.notify_one();
}

ComputeTurns::Clock::duration ComputeTurns::Place::waited() const
{
    const std::lock_guard lock{turns_.mutex_};
    return state_ == State::Waiting ? waited_ + (Clock::now() - since_) : waited_;
}

std::uint64_t ComputeTurns::Place::turns() const
{
    const std::lock_guard lock{turns_.mutex_};
    return count_;
}

/// Adds a session, or finds it; a new one begins behind all others.
ComputeTurns::Session& ComputeTurns::join(const std::string& session)
{
    const std::lock_guard lock{mutex_};
    auto found = std::ranges::find(sessions_, session, &Session::name);
    if (found == sessions_.end())
        found = sessions_.insert(sessions_.end(), {.name = session, .last_turn = last_turn_, .places = 0});
    ++found->places;
    return *found;
}

void ComputeTurns::leave(Session& session)
{
    if (--session.places == 0)
        sessions_.remove_if([&session](const Session& one) { return &one == &session; });
}

void ComputeTurns::admit()
{
    note_overdue();
    while (const std::size_t threads = share()) {
        Place* const place = next();
        place->threads_ = threads;
        one_went_first_ = place->goes_first_;
        place->goes_first_ = false;
        place->state_ = Place::State::Computing;
        place->session_.last_turn = place->last_turn_ = ++last_turn_;
        place->since_ = Clock::now();
        ++place->count_;
        place->came_.notify_one();
    }
}

ComputeTurns::Place* ComputeTurns::next() const
{
    Place* found = nullptr;
    for (Place* place : places_)
        if (place->state_ == Place::State::Waiting && (found == nullptr || goes_before(*place, *found)))
            found = place;
    return found;
}

bool ComputeTurns::goes_before(const Place& one, const Place& other) const
{
    if (!one_went_first_ && one.goes_first_ != other.goes_first_) return one.goes_first_;
    const std::uint64_t last = one.session_.last_turn, others = other.session_.last_turn;
    return last != others ? last < others : one.last_turn_ < other.last_turn_;
}

void ComputeTurns::note_overdue()
{
    const auto now = Clock::now();
    for (Place* place : places_)
        if (place->state_ == Place::State::Computing && now - place->since_ >= longest_)
            place->is_overdue_ = true;
}

/// Number of threads of the next turn: an equal part of the free ones for all places that wait and may begin;
/// 0: none waits, or none may begin.
std::size_t ComputeTurns::share() const
{
    std::size_t waiting = 0, turns = 0, threads = 0;
    for (const Place* place : places_) {
        waiting += place->state_ == Place::State::Waiting ? 1U : 0U;
        if (place->state_ != Place::State::Computing || place->is_overdue_) continue;
        ++turns;
        threads += place->threads_;
    }
    if (waiting == 0 || turns >= limits_.at_once || threads >= limits_.threads) return 0;
    const std::size_t free = limits_.threads - threads,
                      beginning = std::min(waiting, limits_.at_once - turns);
    return std::min(limits_.team, (free + beginning - 1) / beginning);
}

ComputeTurns::Clock::time_point ComputeTurns::next_overdue() const
{
    auto next = Clock::now() + longest_;
    for (const Place* place : places_)
        if (place->state_ == Place::State::Computing && !place->is_overdue_)
            next = std::min(next, place->since_ + longest_);
    return next;
}

}  // namespace farfield::node
