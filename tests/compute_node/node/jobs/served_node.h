#pragma once

#include "compute_node/node/compute_service.h"

#include <any>
#include <exception>
#include <memory>
#include <string>

namespace farfield::node::testing {

/// The mine with few nodes: a fraction of a second.
inline const net::Json small_mine{{"job", "tomography"},
                                  {"data", "mine:1"},
                                  {"params", {{"spacing", 4}, {"model_step", 1}, {"iterations", 2}}}};

/// A node, and calls to it.
struct Served {
    explicit Served(NodeSettings settings = {}) : service{settings} {}

    net::Json call(const std::string& name, const net::Json& params,
                   const std::shared_ptr<const net::Notices>& caller = nullptr)
    {
        std::any kept;
        return service.call(name, {params, {}}, {.cancel = {}, .kept = kept, .notices = caller}).result;
    }
    std::string refusal(const std::string& name, const net::Json& params,
                        const std::shared_ptr<const net::Notices>& caller = nullptr)
    {
        try {
            (void)call(name, params, caller);
        } catch (const std::exception& error) {
            return error.what();
        }
        return "";
    }
    std::unique_ptr<net::Program> start(const std::string& program, const net::Json& params,
                                        const std::string& dataset)
    {
        net::ProgramStart start;
        start.program = program;
        start.dataset = dataset;
        start.slot_bytes = 1 << 20;
        start.params = params;
        return service.start(start, {});
    }

    ComputeService service;
};

}  // namespace farfield::node::testing
