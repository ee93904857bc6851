#include "app/show/call_driver.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "model/fields/json_fields.h"

namespace farfield::app {

CallDriver::CallDriver(Link& link, std::uint32_t most_parts, Events events)
    : link_(link), most_parts_(most_parts), events_(std::move(events))
{}

void CallDriver::want(std::optional<CallRequest> request)
{
    wanted_ = std::move(request);
    // An answer is forgotten once another request was wanted in between.
    if (answered_ != wanted_) answered_.reset();
    if (refused_ != wanted_) refused_.reset();
    follow();
}

void CallDriver::link_changed()
{
    asking_ = std::make_shared<const bool>(true);
    waiting_ = false;
    answered_.reset();  // another link may have other files
    refused_.reset();
    follow();
}

void CallDriver::follow()
{
    if (waiting_ || !wanted_ || link_.state() != Link::State::Connected) return;
    if (wanted_ == answered_ || wanted_ == refused_) return;
    asked_ = wanted_;
    ask(0);
}

void CallDriver::ask(std::uint32_t part)
{
    waiting_ = true;
    auto params = asked_->params;
    if (part > 0) params["part"] = part;
    link_.call(asked_->method, std::move(params),
               [this, part, asking = std::weak_ptr(asking_)](const auto& error, const net::Json& answer) {
                   if (!asking.expired()) take(error, answer, part);
               });
}

void CallDriver::take(const std::optional<net::RpcError>& error, const net::Json& answer, std::uint32_t part)
{
    waiting_ = false;
    if (wanted_ != asked_) return follow();  // no longer needed
    if (error) return reject(*error);
    const auto parts = static_cast<std::uint32_t>(
        std::clamp<std::uint64_t>(model::number_or(answer, "parts", 1), 1, most_parts_));
    if (part + 1 < parts)
        ask(part + 1);
    else
        answered_ = asked_;
    try {
        events_.answered(answer, part, parts);
    } catch (const model::FieldError& fault) {
        reject(
            net::RpcError(net::RpcCode::Failed, fmt::format("cannot understand the node's answer to {}: {}",
                                                            asked_->method, fault.what())));
    } catch (const std::exception& fault) {
        reject(net::error_of(fault));
    }
}

void CallDriver::reject(const net::RpcError& error)
{
    answered_.reset();
    refused_ = asked_;
    events_.refused(error);
}

}  // namespace farfield::app
