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

/// An id that a viewer may name, as ids are.
[[nodiscard]] constexpr std::int64_t clamped_id(std::uint64_t id)
{
    return static_cast<std::int64_t>(std::min<std::uint64_t>(id, INT64_MAX));
}

/// The calls of a member by id: which are being run, which are answered, with their answers, and which were
/// forgotten. Each id is run at most once for as long as the session lives. Ids are integers of 64 bits or
/// strings; 1 and "1" differ.
///
/// Answers are forgotten when the viewer has them, and beyond the limits. Of integers the lowest go first,
/// and the highest that is forgotten is a mark: what is new and not above it is stale, for it may have been
/// run. Of strings the oldest go first; the 64-bit XXH3 hashes of all are remembered.
/// Threads: one at a time.
class AnswerStore {
public:
    struct Limits {
        std::size_t answers = answers_kept;       ///< kept
        std::size_t bytes = answer_bytes_kept;    ///< of these together, but for the last one
        std::size_t string_ids = max_string_ids;  ///< remembered
    };
    enum class State {
        New,
        Running,
        Answered,
        Stale,  ///< it may have been run, and its answer is not kept
    };

    AnswerStore() = default;
    explicit AnswerStore(const Limits& limits) : limits_(limits) {}

    [[nodiscard]] State state(const Json& id) const;
    /// The answer to a call that is Answered.
    [[nodiscard]] const std::string& answer(const Json& id) const;
    /// Of a new id: it is running from now on. Throws RpcError, LimitExceeded, for a string too many.
    void begin(const Json& id);
    /// Also of an id that was not begun, because its call was refused.
    void finish(const Json& id, const std::string& answer);
    /// The viewer has the answers to all integers up to this one.
    void forget_up_to(std::int64_t id);

    [[nodiscard]] std::size_t running() const { return integers_running_.size() + strings_running_.size(); }
    /// The mark: none, or the highest integer that was forgotten.
    [[nodiscard]] std::optional<std::int64_t> forgotten() const { return forgotten_; }

private:
    using Hash = std::uint64_t;

    void shrink();
    void forget_lowest_integer();
    void forget_oldest_string();

    Limits limits_;
    std::size_t bytes_ = 0;  ///< of all answers
    std::set<std::int64_t> integers_running_;
    std::map<std::int64_t, std::string> integer_answers_;
    std::optional<std::int64_t> forgotten_;
    std::unordered_set<Hash> strings_;  ///< all that were ever begun or answered
    std::unordered_set<Hash> strings_running_;
    std::unordered_map<Hash, std::string> string_answers_;
    std::deque<Hash> string_order_;  ///< of string_answers_, oldest first
};

}  // namespace farfield::net
