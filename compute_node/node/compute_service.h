#pragma once

#include "compute_node/node/calls/table.h"
#include "compute_node/node/programs/table.h"
#include "compute_node/node/turns/turn_taking.h"
#include "model/layers/shared_document.h"

namespace farfield::node {

/// Service of the compute node: its tables of calls and programs, over one node's data. Threads: any.
class ComputeService final : public net::Service {
public:
    /// Throws as Node's constructor does.
    explicit ComputeService(const NodeSettings& settings)
        : node_{settings}, turns_{turn_limits(settings.threads, settings.concurrent)}
    {}

    [[nodiscard]] net::CallResult call(std::string_view name, const net::CallRequest& request,
                                       const net::CallContext& context) override
    {
        return run_call(name, node_, request, context);
    }
    void check(const net::Json& document) override { model::check_shared_document(document); }
    void check_for_watching(const net::Json& params) override
    {
        const auto dataset = params.find("dataset");
        if (dataset != params.end() && dataset->is_string()) node_.jobs().expect_there(*dataset);
    }
    [[nodiscard]] std::unique_ptr<net::Program> start(const net::ProgramStart& start,
                                                      const std::stop_token& cancel) override
    {
        return take_turns(turns_, start.session, start_program(node_, start, cancel));
    }

private:
    Node node_;
    ComputeTurns turns_;
};

}  // namespace farfield::node
