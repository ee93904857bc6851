#pragma once

#include "compute_node/node/data/node.h"
#include "model/fields/json.h"
#include "net/service/program.h"

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

/// The programs of the node: one source each, and a row in table.cpp.
namespace farfield::node {

/// Starts a program. Throws net::RpcError, model::FieldError, model::LimitError, and std::runtime_error where
/// its data cannot be read or `cancel` is asked to stop. The program borrows the node.
using StartProgram = std::unique_ptr<net::Program>(Node& node, const net::ProgramStart& start,
                                                   const std::stop_token& cancel);

/// Starts the program that `start` names.
StartProgram start_program;

/// Throws model::FieldError, for the parameter `program`, when no program has this name.
void expect_program(const std::string& name);

/// Checks parameters as the program's start or update would, without effect. Throws model::FieldError,
/// model::LimitError, for an unknown program, too.
void check_params(const std::string& program, const model::Json& patch);

/// Names of the programs, as in the table.
[[nodiscard]] std::vector<std::string> program_names();

}  // namespace farfield::node
