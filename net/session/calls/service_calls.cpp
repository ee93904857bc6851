#include "net/session/calls/service_calls.h"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <utility>

#include "model/fields/json_fields.h"

namespace farfield::net {

SerialWorker::SerialWorker(boost::asio::io_context& io, std::function<void()> exited)
    : io_(io), exited_event_(std::move(exited))
{}

SerialWorker::~SerialWorker()
{
    stop();
    if (thread_.joinable()) thread_.join();
}

std::stop_source SerialWorker::run(Job job)
{
    std::stop_source cancel;
    {
        const std::lock_guard lock(mutex_);
        if (stop_) return cancel;
        jobs_.push_back({std::move(job), cancel});
    }
    wake_.notify_one();
    if (!thread_.joinable()) thread_ = std::thread([this] { work(); });
    return cancel;
}

void SerialWorker::stop()
{
    std::stop_source running;
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
        jobs_.clear();
        running = running_;
    }
    running.request_stop();
    wake_.notify_one();
}

bool SerialWorker::has_exited() const
{
    const std::lock_guard lock(mutex_);
    return exited_ || !thread_.joinable();
}

void SerialWorker::work()
{
    for (;;) {
        Ordered next;
        {
            std::unique_lock lock(mutex_);
            wake_.wait(lock, [this] { return stop_ || !jobs_.empty(); });
            if (stop_) break;
            next = std::move(jobs_.front());
            jobs_.pop_front();
            running_ = next.cancel;
        }
        next.job(next.cancel.get_token());
    }
    // This object may be destroyed as soon as exited_ is seen: none of its members is used after that.
    auto& io = io_;
    auto event = exited_event_;
    {
        const std::lock_guard lock(mutex_);
        exited_ = true;
    }
    boost::asio::post(io, std::move(event));
}

namespace asio = boost::asio;

namespace {

void throw_if_cancelled(const std::stop_token& cancel)
{
    if (cancel.stop_requested()) throw RpcError(RpcCode::Failed, "the call was cancelled");
}

/// Removes one entry of the key; calls without an id share a key, and their entries are interchangeable.
void forget_one(auto& cancels, const auto& key)
{
    if (const auto found = cancels.find(key); found != cancels.end()) cancels.erase(found);
}

}  // namespace

ServiceCalls::ServiceCalls(asio::io_context& io, Service& service, std::function<void()> exited)
    : io_(io), service_(service), worker_(io, std::move(exited))
{}

void ServiceCalls::run(const Caller& caller, const Json& id, const std::string& name, CallRequest request,
                       Done done)
{
    const auto job = [this, caller, id, name, request = std::move(request),
                      done = std::move(done)](const std::stop_token& cancel) {
        CallResult result;
        std::optional<RpcError> failure;
        try {
            throw_if_cancelled(cancel);
            result = call(caller, name, request, cancel);
        } catch (const std::exception& error) {
            failure = error_of(error);
        }
        asio::post(io_, [cancels = cancels_, key = CallKey{caller.member, id.dump()}, done,
                         result = std::move(result), failure = std::move(failure)] {
            forget_one(*cancels, key);
            done(failure, result);
        });
    };
    keep({caller.member, id.dump()}, worker_.run(job));
}

void ServiceCalls::keep(const CallKey& key, std::stop_source cancel)
{
    cancels_->emplace(key, std::move(cancel));
}

std::size_t ServiceCalls::unanswered(std::uint32_t member) const
{
    return static_cast<std::size_t>(
        std::ranges::count_if(*cancels_, [member](const auto& call) { return call.first.first == member; }));
}

void ServiceCalls::cancel(std::uint32_t member, const Json& params)
{
    model::JsonFields fields({&params, ""});
    const model::JsonValue call = fields["call"];
    const Json id = call.is_text() ? Json(call.text()) : Json(call.uint64());
    fields.refuse_others();
    const auto found = cancels_->find({member, id.dump()});
    if (found != cancels_->end()) found->second.request_stop();
}

void ServiceCalls::start(std::uint32_t member, const Json& id, const ProgramStart& start, Started started)
{
    const auto job = [this, key = CallKey{member, id.dump()}, start,
                      started = std::move(started)](const std::stop_token& cancel) {
        std::unique_ptr<Program> program;
        std::optional<RpcError> failure;
        try {
            throw_if_cancelled(cancel);
            program = service_.start(start, cancel);
            const std::uint64_t bytes = program->answer().frame_bytes;
            if (bytes > start.slot_bytes) throw limit_error("slot_bytes", start.slot_bytes, bytes);
        } catch (const std::exception& error) {
            failure = error_of(error);
            program.reset();  // its destructor may take long
        }
        asio::post(io_, [cancels = cancels_, key, started, program = std::move(program),
                         failure = std::move(failure)]() mutable {
            forget_one(*cancels, key);
            started(failure, std::move(program));
        });
    };
    keep({member, id.dump()}, worker_.run(job));
}

void ServiceCalls::forget(std::uint32_t member)
{
    for (auto& [call, cancel] : *cancels_)
        if (call.first == member) cancel.request_stop();
    worker_.run([this, member](const std::stop_token&) {
        std::erase_if(kept_, [member](const auto& kept) { return kept.first.first == member; });
    });
}

CallResult ServiceCalls::call(const Caller& caller, const std::string& name, const CallRequest& request,
                              const std::stop_token& cancel)
{
    const CallKey key{caller.member, name};
    std::any kept = std::exchange(kept_[key], {});
    kept_.erase(key);
    CallResult result =
        service_.call(name, request, {.cancel = cancel, .kept = kept, .notices = caller.notices});
    if (kept.has_value()) kept_[key] = std::move(kept);
    return result;
}

}  // namespace farfield::net
