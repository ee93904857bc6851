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

/// How many turns may last at once, and the threads of all of them, of which one takes `team` at most.
struct TurnLimits {
    std::size_t at_once = 1;
    std::size_t threads = 1;
    std::size_t team = 1;
};

/// Which programs compute, so that their teams of threads do not share the cores. The next is of the session
/// that has waited longest since its last turn, and within a session the program that has. One with new
/// settings goes before them, once, and not twice in a row before the same ones. Those that wait share the
/// threads: where there are more programs than threads, each computes on one, which takes less time in all
/// than each on all in turn. A turn that is longer than `longest_turn` counts no more: another one begins
/// beside it, so that a long computation delays nothing by more than that. Threads: any. Allocates nothing
/// but for a new place.
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

        /// Returns when the turn has come; false: interrupt() was called, and it has not.
        [[nodiscard]] bool wait();
        void end();
        /// That this turn may use, from wait() to end().
        [[nodiscard]] std::size_t threads() const;
        /// The next turn goes before others.
        void go_first();
        /// The wait, or else the next one, ends. Any thread.
        void interrupt() noexcept;
        /// How long it has waited in all, and how many turns it has had. Any thread.
        [[nodiscard]] Clock::duration waited() const;
        [[nodiscard]] std::uint64_t turns() const;

    private:
        friend class ComputeTurns;
        enum class State { Away, Waiting, Computing };

        ComputeTurns& turns_;
        Session& session_;
        std::condition_variable came_;
        State state_ = State::Away;
        bool goes_first_ = true;  ///< as its settings are new
        bool is_interrupted_ = false;
        bool is_overdue_ = false;      ///< its turn counts no more
        std::size_t threads_ = 0;      ///< that its turn may use
        std::uint64_t last_turn_ = 0;  ///< a number that grows from turn to turn
        Clock::time_point since_;      ///< when its wait, or its turn, began
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
    bool one_went_first_ = false;  ///< the last turn was of one with new settings
};

}  // namespace farfield::node
