#pragma once

#include "compute_node/node/datasets/reading_log.h"

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <utility>

namespace farfield::node {

/// Opening of one thing. Its functions are called by one thread at a time for each key, with nothing locked.
template <class T>
struct Loader {
    std::string key;   ///< the same for all spellings of a name
    std::string name;  ///< in the log: "terrain 'dem.tif'"
    /// True while the opened thing is as its files are now.
    std::function<bool(const T& opened)> is_current;
    /// Reads the thing. Throws when it cannot, or once `unwanted` is asked to stop: no caller is left.
    std::function<std::shared_ptr<const T>(const std::stop_token& unwanted)> load;
};

/// Opens things once for all sessions. A thing that has changed on disk is read again for the next caller;
/// others keep the old one. Unused ones are forgotten, but for the newest. Threads: any; a reading makes only
/// callers of the same thing wait.
template <class T>
class Opened {
public:
    using Value = std::shared_ptr<const T>;

    /// kept: number of the newest values that are held though they are not used.
    explicit Opened(std::size_t kept) : kept_{kept} {}

    /// Opens a thing. Throws what the loader throws, and std::runtime_error once `cancel` is asked to stop.
    [[nodiscard]] Value open(const Loader<T>& loader, const std::stop_token& cancel)
    {
        const std::shared_ptr<Slot> slot = slot_for(loader.key);
        const Caller caller{*slot};
        const std::stop_callback on_cancel{cancel, [&] { caller.leave(); }};
        Value value = slot->begin_reading(cancel);
        try {
            if (value && !loader.is_current(*value)) {
                log_reread(loader.name);
                value.reset();
            }
            if (!value) value = loader.load(slot->unwanted.get_token());
        } catch (...) {
            slot->end_reading(nullptr);
            throw;
        }
        slot->end_reading(value);
        keep(value);
        return value;
    }

    /// The value that is open by this key, after any reading of it has ended; or null.
    [[nodiscard]] Value find(const std::string& key, const std::stop_token& cancel)
    {
        const std::shared_ptr<Slot> slot = slot_for(key);
        Value value = slot->begin_reading(cancel);
        slot->end_reading(value);
        return value;
    }

    /// Forgets unused values. They are destroyed once no lock is held: that may take long.
    void evict_unused()
    {
        std::deque<Value> unused;
        const std::lock_guard lock{mutex_};
        unused.swap(newest_);
    }

private:
    struct Slot {
        std::mutex mutex;
        std::condition_variable_any has_been_read;
        bool is_being_read = false;
        int callers = 0;
        std::stop_source unwanted;  ///< of this reading: no caller waits for it any more
        std::weak_ptr<const T> value;

        /// The value that is open, if any, once no other call reads it. Others wait until end_reading().
        [[nodiscard]] Value begin_reading(const std::stop_token& cancel)
        {
            std::unique_lock lock{mutex};
            if (!has_been_read.wait(lock, cancel, [&] { return !is_being_read; }))
                throw std::runtime_error("it is not waited for any more");
            is_being_read = true;
            unwanted = {};
            if (cancel.stop_requested() && callers == 0) unwanted.request_stop();
            return value.lock();
        }
        /// Ends a reading. Waiting callers go on in any case: with the value, or to read it in turn.
        void end_reading(const Value& read)
        {
            const std::lock_guard lock{mutex};
            value = read;
            is_being_read = false;
            has_been_read.notify_all();
        }
    };

    /// A call that wants a slot's value, until its end or until it leaves. Threads: any.
    class Caller {
    public:
        explicit Caller(Slot& slot) : slot_{slot}
        {
            const std::lock_guard lock{slot_.mutex};
            ++slot_.callers;
        }
        ~Caller() { leave(); }
        Caller(const Caller&) = delete;
        Caller& operator=(const Caller&) = delete;

        void leave() const
        {
            std::unique_lock lock{slot_.mutex};
            if (std::exchange(has_left_, true) || --slot_.callers > 0) return;
            std::stop_source unwanted = slot_.unwanted;
            lock.unlock();
            unwanted.request_stop();
        }

    private:
        Slot& slot_;
        mutable bool has_left_ = false;
    };

    [[nodiscard]] std::shared_ptr<Slot> slot_for(const std::string& key)
    {
        const std::lock_guard lock{mutex_};
        // A name that was asked for once (and may never have existed) is not remembered for ever.
        std::erase_if(slots_, [](const auto& entry) {
            return entry.second.use_count() == 1 && entry.second->value.expired();
        });
        auto& slot = slots_[key];
        if (!slot) slot = std::make_shared<Slot>();
        return slot;
    }

    void keep(const Value& value)
    {
        Value oldest;  // destroyed once no lock is held
        const std::lock_guard lock{mutex_};
        std::erase(newest_, value);
        newest_.push_back(value);
        if (newest_.size() <= kept_) return;
        oldest = std::move(newest_.front());
        newest_.pop_front();
    }

    const std::size_t kept_;
    std::mutex mutex_;
    std::map<std::string, std::shared_ptr<Slot>> slots_;
    std::deque<Value> newest_;
};

}  // namespace farfield::node
