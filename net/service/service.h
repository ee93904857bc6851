#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

#include "net/message/printable.h"
#include "net/service/call.h"
#include "net/service/program.h"

namespace farfield::net {

/// The functions of a node, as its sessions use them: implemented by the compute node, the replayed recording
/// and the benchmark's source of plain bytes. Sessions themselves answer session.* and program.*. Threads:
/// called from a worker thread of each session, one call at a time, several sessions at once: implementations
/// are thread-safe. Errors: RpcError, model::FieldError, model::LimitError; any other std::exception is
/// answered as Failed. Once a stop of `cancel` is requested, the answer is useless: long work must then end
/// soon, by any exception.
class Service {
public:
    virtual ~Service() = default;
    /// Answers a call. Throws unknown_method() for an unknown name.
    [[nodiscard]] virtual CallResult call(std::string_view name, const CallRequest& request,
                                          const CallContext& context) = 0;
    /// Checks the document that the members of a session share (only the sections written so far). Throws
    /// when it is invalid. On the I/O thread.
    virtual void check(const Json& /*document*/) {}
    /// Throws RpcError, NotAuthorised, when a call or program with these parameters would begin something
    /// that a watching member may not. On the I/O thread.
    virtual void check_for_watching(const Json& /*params*/) {}
    [[nodiscard]] virtual std::unique_ptr<Program> start(const ProgramStart& start,
                                                         const std::stop_token& cancel) = 0;
};

[[nodiscard]] inline RpcError unknown_method(std::string_view name)
{
    return {RpcCode::UnknownMethod, "there is no method '" + printable(name, 60) + "'"};
}

}  // namespace farfield::net
