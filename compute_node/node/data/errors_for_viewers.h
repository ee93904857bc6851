#pragma once

#include "compute_node/support/redact_paths.h"
#include "net/message/control_messages.h"

#include <stdexcept>
#include <vector>

namespace farfield::node {

/// Returns the result of `call`. A viewer may read its errors: they name files by redact_paths().
template <class Call>
auto with_redacted_paths(const std::vector<std::filesystem::path>& folders, const Call& call)
{
    try {
        return call();
    } catch (const net::RpcError&) {
        throw;
    } catch (const model::FieldError&) {
        throw;
    } catch (const model::LimitError&) {
        throw;
    } catch (const std::runtime_error& error) {
        throw std::runtime_error(redact_paths(folders, error.what()));
    }
}

}  // namespace farfield::node
