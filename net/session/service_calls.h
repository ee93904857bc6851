#pragma once

#include <any>
#include <boost/asio/io_context.hpp>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "net/message/paged_response.h"
#include "net/session/node_service.h"
#include "net/session/serial_worker.h"

namespace farfield::net {

/// The calls of one session that its service answers. They run one after another on a thread of the session's
/// own, so a slow one delays neither heartbeats nor other sessions, and is told when the session ends.
/// Threads: the I/O thread.
class ServiceCalls {
public:
    /// Called on the I/O thread with the result, or with why there is none.
    using Done = std::function<void(const std::optional<RpcError>& failure, const CallResult& result)>;
    using Started =
        std::function<void(const std::optional<RpcError>& failure, std::unique_ptr<FrameSource> source)>;

    /// `exited` is called on the I/O thread when the thread is through after stop().
    ServiceCalls(boost::asio::io_context& io, NodeService& service, std::function<void()> exited);

    /// Whether calls of this name may have bytes, in both directions.
    [[nodiscard]] static bool may_have_bytes(const std::string& name)
    {
        return method_named(name) == nullptr;
    }
    /// Throws RpcError when parameters of a call without bytes are wrong.
    void run(const std::string& name, CallRequest request, Done done);
    /// Starts a program with frames that fit its slots.
    void start(const ProgramStart& start, Started started);

    [[nodiscard]] std::size_t waiting() const { return worker_.waiting(); }  ///< calls not begun yet
    void stop() { worker_.stop(); }
    [[nodiscard]] bool has_exited() const { return worker_.has_exited(); }

private:
    using Job = std::function<CallResult(const std::stop_token&)>;
    using Method = Job (ServiceCalls::*)(const Json& params);

    /// Null: NodeService::call() has it, if anything has.
    [[nodiscard]] static Method method_named(const std::string& name);
    [[nodiscard]] Job job_for(const std::string& name, CallRequest request);
    [[nodiscard]] CallResult call(const std::string& name, const CallRequest& request,
                                  const std::stop_token& gone);
    // What each call does on the worker, with its parameters read.
    [[nodiscard]] Job list_datasets(const Json& params);
    [[nodiscard]] Job open_dataset(const Json& params);
    [[nodiscard]] Job list_terrains(const Json& params);
    [[nodiscard]] Job open_terrain(const Json& params);
    [[nodiscard]] Job look_over_terrain(const Json& params);
    [[nodiscard]] Job overlay_terrain(const Json& params);
    [[nodiscard]] Job write_viewshed(const Json& params);
    [[nodiscard]] Json viewshed_part(const model::ViewshedFileCall& call, const std::stop_token& gone);

    boost::asio::io_context& io_;
    NodeService& service_;
    // The worker's: what is kept to answer part by part.
    std::map<std::string, std::any> kept_;  ///< by the call's name
    PagedResponse<model::TerrainOverlayCall, model::TerrainOverlay> overlay_;
    PagedResponse<model::ViewshedFileCall, model::ViewshedFilePart> viewshed_;
    std::shared_ptr<const void> viewshed_memory_;  ///< of its parts
    SerialWorker worker_;
};

}  // namespace farfield::net
