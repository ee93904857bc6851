#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <list>
#include <mutex>
#include <string>
#include <vector>

namespace farfield::node {

/// Number of turns that may last at once, and the threads of all of them, of which one takes `team` at most.
struct TurnLimits {
    std::size_t at_once = 1;
    std::size_t threads = 1;
    std::size_t team = 1;
};

/// Order of the programs that compute, so that their teams of threads do not share the cores. The next turn
/// goes to the session that has waited longest since its last turn, and within it to the program that has. A
/// program with new settings goes first, once, and not twice in a row before the same ones. Waiting programs
/// share the threads: where there are more programs than threads, each computes on one, which takes less time
/// in all than each on all in turn. A turn that is longer than `longest_turn` no longer counts: another one
/// begins beside it, so that a long computation delays others by no more than that. Threads: any. Allocates
/// only for a new place.
class ComputeTurns {
public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::milliseconds longest_turn{250};

    explicit ComputeTurns(const TurnLimits& limits, Clock::duration longest = longest_turn)
        : limits_{limits}, longest_{longest}
    {}
    ComputeTurns(const ComputeTurns&) = delete;
    ComputeTurns& operator=(const ComputeTurns&) = delete;

private:
    struct Session;

public:
    /// A program's place. wait() and end() are for one thread, in turns.
    class Place {
    public:
        /// session: its name.
        Place(ComputeTurns& turns, const std::string& session);
        ~Place();
        Place(const Place&) = delete;
        Place& operator=(const Place&) = delete;

        /// Waits for the turn; false: interrupt() was called before the turn came.
        [[nodiscard]] bool wait();
        void end();
        /// Number of threads that this turn may use, from wait() to end().
        [[nodiscard]] std::size_t threads() const;
        /// Lets its next turn go before others.
        void go_first();
        /// Ends the wait, or else the next one. Any thread.
        void interrupt() noexcept;
        /// Total time of waiting, and number of turns so far. Any thread.
        [[nodiscard]] Clock::duration waited() const;
        [[nodiscard]] std::uint64_t turns() const;

    private:
        friend class ComputeTurns;
        enum class State { Away, Waiting, Computing };

        ComputeTurns& turns_;
        Session& session_;
        std::condition_variable came_;
        State state_ = State::Away;
        bool goes_first_ = true;  ///< because its settings are new
        bool is_interrupted_ = false;
        bool is_overdue_ = false;      ///< its turn no longer counts
        std::size_t threads_ = 0;      ///< threads that its turn may use
        std::uint64_t last_turn_ = 0;  ///< a number that grows from turn to turn
        Clock::time_point since_;      ///< begin of its wait, or of its turn
        Clock::duration waited_{};
        std::uint64_t count_ = 0;
    };

private:
    struct Session {
        std::string name;
        std::uint64_t last_turn = 0;
        std::size_t places = 0;
    };

    [[nodiscard]] Session& join(const std::string& session);
    void leave(Session& session);
    void admit();
    [[nodiscard]] Place* next() const;
    [[nodiscard]] bool goes_before(const Place& one, const Place& other) const;
    void note_overdue();
    [[nodiscard]] std::size_t share() const;
    [[nodiscard]] Clock::time_point next_overdue() const;

    const TurnLimits limits_;
    const Clock::duration longest_;
    mutable std::mutex mutex_;
    std::list<Session> sessions_;
    std::vector<Place*> places_;
    std::uint64_t last_turn_ = 0;
    bool one_went_first_ = false;  ///< the last turn was a program's with new settings
};

}  // namespace farfield::node
