#include "net/answer_cache.h"

namespace farfield::net {

void AnswerCache::finish(const std::string& key, const std::string& answer)
{
    running_.erase(key);
    if (!answers_.insert_or_assign(key, answer).second) return;
    order_.push_back(key);
    if (order_.size() <= capacity_) return;
    answers_.erase(order_.front());
    order_.pop_front();
}

const std::string* AnswerCache::find(const std::string& key) const
{
    const auto found = answers_.find(key);
    return found == answers_.end() ? nullptr : &found->second;
}

}  // namespace farfield::net
