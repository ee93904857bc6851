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
    explicit AnswerCache(std::size_t capacity) : capacity_(capacity) {}

    void begin(const std::string& key) { running_.insert(key); }
    void finish(const std::string& key, const std::string& answer);

    [[nodiscard]] bool is_running(const std::string& key) const { return running_.contains(key); }
    [[nodiscard]] std::size_t running() const { return running_.size(); }
    /// The stored answer, or null.
    [[nodiscard]] const std::string* find(const std::string& key) const;

private:
    std::size_t capacity_;
    std::unordered_set<std::string> running_;
    std::unordered_map<std::string, std::string> answers_;
    std::deque<std::string> order_;  ///< keys of answers_, oldest first
};

}  // namespace farfield::net
