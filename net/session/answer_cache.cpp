#include "net/session/answer_cache.h"

namespace farfield::net {

void AnswerCache::finish(const std::string& key, const std::string& answer)
{
    running_.erase(key);
    if (answers_.contains(key)) return;
    answers_.emplace(key, answer);
    order_.push_back(key);
    bytes_ += answer.size();
    while (order_.size() > capacity_ || (bytes_ > max_bytes_ && order_.size() > 1)) forget_oldest();
}

void AnswerCache::forget_oldest()
{
    const auto oldest = answers_.find(order_.front());
    bytes_ -= oldest->second.size();
    answers_.erase(oldest);
    order_.pop_front();
}

const std::string* AnswerCache::find(const std::string& key) const
{
    const auto found = answers_.find(key);
    return found == answers_.end() ? nullptr : &found->second;
}

}  // namespace farfield::net
