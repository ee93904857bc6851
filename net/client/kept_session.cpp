#include "net/client/kept_session.h"

#include <chrono>
#include <exception>
#include <utility>

namespace farfield::net {

namespace {

constexpr std::chrono::seconds pause_between_tries{1};

}  // namespace

KeptSession::KeptSession(ClientSettings settings, Events events)
    : settings_{std::move(settings)}, events_{std::move(events)}, thread_{[this] { run(); }}
{}

KeptSession::~KeptSession()
{
    {
        const std::lock_guard lock{mutex_};
        is_stopping_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void KeptSession::restart(const std::string& why)
{
    {
        const std::lock_guard lock{mutex_};
        if (!why_lost_) why_lost_ = why;
    }
    changed_.notify_all();
}

void KeptSession::run()
{
    for (;;) {
        keep_one();
        rest();
        const std::lock_guard lock{mutex_};
        if (is_stopping_) return;
    }
}

void KeptSession::keep_one()
{
    const auto note_lost = [this](const std::string& why) {
        {
            const std::lock_guard lock{mutex_};
            why_lost_ = why;
        }
        changed_.notify_all();
    };
    std::shared_ptr<Client> client;
    std::string why;
    try {
        {
            const std::lock_guard lock{mutex_};
            why_lost_.reset();
        }
        client = std::make_shared<Client>(settings_, ClientEvents{.frame_arrived = events_.frame_arrived,
                                                                  .notified = events_.notified,
                                                                  .lost = note_lost,
                                                                  .granted = events_.granted});
        is_reported_ = false;
        events_.opened(client);
        std::unique_lock lock{mutex_};
        changed_.wait(lock, [this] { return is_stopping_ || why_lost_; });
        why = why_lost_.value_or("this end is shutting down");
    } catch (const std::exception& error) {
        why = error.what();
    }
    if (!std::exchange(is_reported_, true)) events_.lost(why);
}

void KeptSession::rest()
{
    std::unique_lock lock{mutex_};
    changed_.wait_for(lock, pause_between_tries, [this] { return is_stopping_; });
}

}  // namespace farfield::net
