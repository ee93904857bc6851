#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace farfield::net {

/// Which calls of a session are being run, and the answers to the last ones: a retried call is not run twice.
/// Keys are the ids as JSON text, so that 1 and "1" differ.
class AnswerCache {
public:
    /// At most so many answers are kept, and of more than the last one at most so many bytes.
    AnswerCache(std::size_t capacity, std::size_t max_bytes) : capacity_(capacity), max_bytes_(max_bytes) {}

    void begin(const std::string& key) { running_.insert(key); }
    void finish(const std::string& key, const std::string& answer);
    /// It is answered, but the answer is not kept.
    void forget(const std::string& key) { running_.erase(key); }

    [[nodiscard]] bool is_running(const std::string& key) const { return running_.contains(key); }
    [[nodiscard]] std::size_t running() const { return running_.size(); }
    /// The stored answer, or null.
    [[nodiscard]] const std::string* find(const std::string& key) const;

private:
    void forget_oldest();

    std::size_t capacity_;
    std::size_t max_bytes_;
    std::size_t bytes_ = 0;  ///< of answers_
    std::unordered_set<std::string> running_;
    std::unordered_map<std::string, std::string> answers_;
    std::deque<std::string> order_;  ///< keys of answers_, oldest first
};

}  // namespace farfield::net
