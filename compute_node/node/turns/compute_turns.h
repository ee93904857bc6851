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

/// Which programs compute, so that their teams of threads do not share the cores: so many at once. The next
/// is of the session that has waited longest since its last turn, and within a session the program that has.
/// One with new settings goes before them, once, and not twice in a row before the same ones. A turn that is
/// longer than `longest_turn` counts no more: another one begins beside it, so that a long computation delays
/// nothing by more than that. Threads: any. Allocates nothing but for a new place.
class ComputeTurns {
public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::milliseconds longest_turn{250};

    explicit ComputeTurns(std::size_t at_once, Clock::duration longest = longest_turn)
        : at_once_{at_once}, longest_{longest}
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
    [[nodiscard]] std::size_t computing() const;
    [[nodiscard]] Clock::time_point next_overdue() const;

    const std::size_t at_once_;
    const Clock::duration longest_;
    mutable std::mutex mutex_;
    std::list<Session> sessions_;
    std::vector<Place*> places_;
    std::uint64_t last_turn_ = 0;
    bool one_went_first_ = false;  ///< the last turn was of one with new settings
};

}  // namespace farfield::node
