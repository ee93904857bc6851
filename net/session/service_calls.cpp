#include "net/session/service_calls.h"

#include <algorithm>
#include <array>
#include <boost/asio/post.hpp>
#include <new>
#include <string_view>
#include <utility>

#include "model/fields/fields.h"
#include "model/fields/json_fields.h"
#include "net/message/limits.h"

namespace farfield::net {

namespace asio = boost::asio;

namespace {

/// What an answer takes besides its result: an id of at most 256 bytes, escaped, and the names of members.
constexpr std::uint64_t answer_frame_bytes = 2048;
constexpr std::uint64_t max_page_bytes = max_control_bytes - answer_frame_bytes;

CallResult only_json(Json result)
{
    return {.result = std::move(result)};
}

}  // namespace

ServiceCalls::ServiceCalls(asio::io_context& io, NodeService& service, std::function<void()> exited)
    : io_(io), service_(service), worker_(io, std::move(exited))
{}

void ServiceCalls::run(const std::string& name, CallRequest request, Done done)
{
    worker_.run([&io = io_, job = job_for(name, std::move(request)),
                 done = std::move(done)](const std::stop_token& gone) {
        CallResult result;
        std::optional<RpcError> failure;
        try {
            result = job(gone);
        } catch (const std::exception& error) {
            failure = error_of(error);
        }
        asio::post(
            io, [done, result = std::move(result), failure = std::move(failure)] { done(failure, result); });
    });
}

void ServiceCalls::start(const ProgramStart& start, Started started)
{
    worker_.run(
        [&io = io_, &service = service_, start, started = std::move(started)](const std::stop_token& gone) {
            std::unique_ptr<FrameSource> source;
            std::optional<RpcError> failure;
            try {
                source = service.start_program(start, gone);
                const std::uint64_t bytes = source->state().frame_bytes;
                if (bytes > start.slot_bytes) throw limit_error("slot_bytes", start.slot_bytes, bytes);
            } catch (const std::exception& error) {
                failure = error_of(error);
            }
            asio::post(io, [started, source = std::move(source), failure = std::move(failure)]() mutable {
                started(failure, std::move(source));
            });
        });
}

ServiceCalls::Method ServiceCalls::method_named(const std::string& name)
{
    struct Entry {
        std::string_view name;
        Method method;
    };
    static constexpr std::array<Entry, 7> methods{{
        {"dataset.list", &ServiceCalls::list_datasets},
        {"dataset.open", &ServiceCalls::open_dataset},
        {"terrain.list", &ServiceCalls::list_terrains},
        {"terrain.open", &ServiceCalls::open_terrain},
        {"terrain.sight", &ServiceCalls::look_over_terrain},
        {"terrain.overlay", &ServiceCalls::overlay_terrain},
        {"terrain.viewshed_file", &ServiceCalls::write_viewshed},
    }};
    const auto found = std::ranges::find(methods, name, &Entry::name);
    return found == methods.end() ? nullptr : found->method;
}

ServiceCalls::Job ServiceCalls::job_for(const std::string& name, CallRequest request)
{
    if (const Method method = method_named(name)) return (this->*method)(request.params);
    return [this, name, request = std::move(request)](const std::stop_token& gone) {
        return call(name, request, gone);
    };
}

CallResult ServiceCalls::call(const std::string& name, const CallRequest& request,
                              const std::stop_token& gone)
{
    std::any kept = std::exchange(kept_[name], {});
    kept_.erase(name);
    CallResult result = service_.call(name, request, {.cancel = gone, .kept = kept});
    if (kept.has_value()) kept_[name] = std::move(kept);
    return result;
}

ServiceCalls::Job ServiceCalls::list_datasets(const Json& params)
{
    return [this, call = model::read<ListCall>(params)](const std::stop_token&) {
        return only_json(page_of(service_.list_datasets(), call, max_page_bytes));
    };
}

ServiceCalls::Job ServiceCalls::open_dataset(const Json& params)
{
    model::JsonFields fields({&params, ""});
    const std::string name = fields["dataset"].text();
    std::string velocity;
    if (const auto asked = fields["velocity"]) velocity = asked.text();
    fields.refuse_others();
    return [this, name, velocity](const std::stop_token& gone) {
        return only_json(model::write(service_.open_dataset(name, velocity, gone)));
    };
}

ServiceCalls::Job ServiceCalls::list_terrains(const Json& params)
{
    return [this, call = model::read<ListCall>(params)](const std::stop_token&) {
        return only_json(page_of(service_.list_terrains(), call, max_page_bytes));
    };
}

ServiceCalls::Job ServiceCalls::open_terrain(const Json& params)
{
    model::JsonFields fields({&params, ""});
    const std::string name = fields["terrain"].text();
    fields.refuse_others();
    return [this, name](const std::stop_token& gone) {
        return only_json(model::write(service_.open_terrain(name, gone)));
    };
}

ServiceCalls::Job ServiceCalls::look_over_terrain(const Json& params)
{
    return [this, call = model::read<model::TerrainSightCall>(params)](const std::stop_token& gone) {
        return only_json(model::write(model::TerrainSightLines{service_.look_over_terrain(call, gone)}));
    };
}

ServiceCalls::Job ServiceCalls::overlay_terrain(const Json& params)
{
    return [this, call = model::read<model::TerrainOverlayCall>(params)](const std::stop_token& gone) {
        const auto read = [&] {
            return model::in_parts(service_.terrain_overlay(call.terrain, call.file, gone));
        };
        return only_json(model::write(overlay_.part(call, read)));
    };
}

ServiceCalls::Job ServiceCalls::write_viewshed(const Json& params)
{
    return [this, call = model::viewshed_file_call(params)](const std::stop_token& gone) {
        return only_json(viewshed_part(call, gone));
    };
}

Json ServiceCalls::viewshed_part(const model::ViewshedFileCall& call, const std::stop_token& gone)
{
    const auto make = [&] {
        viewshed_memory_.reset();
        const MadeFile file = service_.viewshed_file(call.terrain, call.viewshed, gone);
        viewshed_memory_ = file.memory;
        return model::in_parts(file.bytes);
    };
    const model::ViewshedFilePart part = viewshed_.part(call, make);
    if (viewshed_.is_empty()) viewshed_memory_.reset();
    return model::to_json(part);
}

}  // namespace farfield::net
