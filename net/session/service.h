#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

#include "net/message/printable.h"
#include "net/session/call.h"
#include "net/session/program.h"

namespace farfield::net {

/// What a node does, as its sessions see it: the compute node, the replayed recording and the benchmark's
/// source of plain bytes each implement it. Sessions themselves answer session.* and program.*.
/// Threads: called from a worker thread of each session, one call at a time, several sessions at once:
/// implementations are thread-safe. Errors: RpcError, model::FieldError, model::LimitError; any other
/// std::exception is answered as Failed. Once `cancel` is asked to stop the answer is of no use: what takes
/// long must then end soon, by any exception.
class Service {
public:
    virtual ~Service() = default;
    /// Throws unknown_method() for a name that it does not know.
    [[nodiscard]] virtual CallResult call(std::string_view name, const CallRequest& request,
                                          const CallContext& context) = 0;
    /// A document that the members of a session share, of the sections that they have written so far. Throws
    /// where it is invalid. On the I/O thread.
    virtual void check(const Json& /*document*/) {}
    /// Throws RpcError, NotAuthorised, where a call or program with these parameters would begin what a
    /// member that watches may not. On the I/O thread.
    virtual void check_for_watching(const Json& /*params*/) {}
    [[nodiscard]] virtual std::unique_ptr<Program> start(const ProgramStart& start,
                                                         const std::stop_token& cancel) = 0;
};

[[nodiscard]] inline RpcError unknown_method(std::string_view name)
{
    return {RpcCode::UnknownMethod, "there is no method '" + printable(name, 60) + "'"};
}

}  // namespace farfield::net
