#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "net/message/control_messages.h"
#include "net/message/limits.h"

namespace farfield::net {

/// Clamps an id that a viewer names to the signed 64 bits that ids have.
[[nodiscard]] constexpr std::int64_t clamped_id(std::uint64_t id)
{
    return static_cast<std::int64_t>(std::min<std::uint64_t>(id, INT64_MAX));
}

/// The calls of a member by id: running ones, answered ones with their answers, and forgotten
/// ones. Each id is run at most once during the session's life. Ids are integers of 64 bits or
/// strings; 1 and "1" differ.
///
/// Answers are forgotten when the viewer has them, and beyond the limits. The lowest integers go first, and
/// the highest forgotten integer is a mark: a new id that is not above it is stale, for it may have been run.
/// The oldest strings go first; the 64-bit XXH3 hashes of all of them are remembered.
/// Threads: one at a time.
class AnswerStore {
public:
    struct Limits {
        std::size_t answers = answers_kept;       ///< answers kept
        std::size_t bytes = answer_bytes_kept;    ///< bytes of these together, except the last one
        std::size_t string_ids = max_string_ids;  ///< string ids remembered
    };
    enum class State {
        New,
        Running,
        Answered,
        Stale,  ///< may have been run, but its answer is not kept
    };

    AnswerStore() = default;
    explicit AnswerStore(const Limits& limits) : limits_(limits) {}

    [[nodiscard]] State state(const Json& id) const;
    /// The answer to a call that is Answered.
    [[nodiscard]] const std::string& answer(const Json& id) const;
    /// Marks a new id as running. Throws RpcError, LimitExceeded, when there are too many string ids.
    void begin(const Json& id);
    /// Keeps the answer to an id; also to an id that was never begun, because its call was refused.
    void finish(const Json& id, const std::string& answer);
    /// Forgets answers that the viewer has: those to all integers up to this one.
    void forget_up_to(std::int64_t id);

    [[nodiscard]] std::size_t running() const { return integers_running_.size() + strings_running_.size(); }
    /// The mark: the highest integer that was forgotten; nullopt: none was.
    [[nodiscard]] std::optional<std::int64_t> forgotten() const { return forgotten_; }

private:
    using Hash = std::uint64_t;

    void shrink();
    void forget_lowest_integer();
    void forget_oldest_string();

    Limits limits_;
    std::size_t bytes_ = 0;  ///< bytes of all answers
    std::set<std::int64_t> integers_running_;
    std::map<std::int64_t, std::string> integer_answers_;
    std::optional<std::int64_t> forgotten_;
    std::unordered_set<Hash> strings_;  ///< all string ids ever begun or answered
    std::unordered_set<Hash> strings_running_;
    std::unordered_map<Hash, std::string> string_answers_;
    std::deque<Hash> string_order_;  ///< ids of string_answers_, oldest first
};

}  // namespace farfield::net
