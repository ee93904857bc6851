#include "net/session/calls/answer_store.h"

#include <algorithm>
#include <xxhash.h>

namespace farfield::net {
namespace {

std::uint64_t hash_of(const Json& id)
{
    const auto& text = id.get_ref<const std::string&>();
    return XXH3_64bits(text.data(), text.size());
}

}  // namespace

AnswerStore::State AnswerStore::state(const Json& id) const
{
    if (id.is_string()) {
        const Hash hash = hash_of(id);
        if (strings_running_.contains(hash)) return State::Running;
        if (string_answers_.contains(hash)) return State::Answered;
        return strings_.contains(hash) ? State::Stale : State::New;
    }
    const auto number = id.get<std::int64_t>();
    if (integers_running_.contains(number)) return State::Running;
    if (integer_answers_.contains(number)) return State::Answered;
    return forgotten_ && number <= *forgotten_ ? State::Stale : State::New;
}

const std::string& AnswerStore::answer(const Json& id) const
{
    return id.is_string() ? string_answers_.at(hash_of(id)) : integer_answers_.at(id.get<std::int64_t>());
}

void AnswerStore::begin(const Json& id)
{
    if (!id.is_string()) {
        integers_running_.insert(id.get<std::int64_t>());
        return;
    }
    if (strings_.size() >= limits_.string_ids)
        throw limit_error("max_string_ids", limits_.string_ids, strings_.size() + 1);
    const Hash hash = hash_of(id);
    strings_.insert(hash);
    strings_running_.insert(hash);
}

void AnswerStore::finish(const Json& id, const std::string& answer)
{
    if (id.is_string()) {
        const Hash hash = hash_of(id);
        strings_running_.erase(hash);
        // A string beyond the limit was never run: its call is refused again.
        if (!strings_.contains(hash) || !string_answers_.emplace(hash, answer).second) return;
        string_order_.push_back(hash);
    } else {
        const auto number = id.get<std::int64_t>();
        integers_running_.erase(number);
        if (!integer_answers_.emplace(number, answer).second) return;
    }
    bytes_ += answer.size();
    shrink();
}

void AnswerStore::shrink()
{
    const auto kept = [this] { return integer_answers_.size() + string_answers_.size(); };
    while (kept() > limits_.answers || (bytes_ > limits_.bytes && kept() > 1)) {
        if (string_answers_.size() > integer_answers_.size())
            forget_oldest_string();
        else
            forget_lowest_integer();
    }
}

void AnswerStore::forget_lowest_integer()
{
    const auto lowest = integer_answers_.begin();
    bytes_ -= lowest->second.size();
    forgotten_ = std::max(forgotten_.value_or(lowest->first), lowest->first);
    integer_answers_.erase(lowest);
}

void AnswerStore::forget_oldest_string()
{
    const auto oldest = string_answers_.find(string_order_.front());
    bytes_ -= oldest->second.size();
    string_answers_.erase(oldest);
    string_order_.pop_front();
}

void AnswerStore::forget_up_to(std::int64_t id)
{
    while (!integer_answers_.empty() && integer_answers_.begin()->first <= id) forget_lowest_integer();
    forgotten_ = std::max(forgotten_.value_or(id), id);
}

}  // namespace farfield::net
