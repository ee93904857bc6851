#pragma once

#include "compute_node/support/names_below.h"
#include "net/message/control_messages.h"

#include <stdexcept>
#include <vector>

namespace farfield::node {

/// What `call` returns. A viewer may read its errors: they name files by names_below().
template <class Call>
auto with_names_below(const std::vector<std::filesystem::path>& folders, const Call& call)
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
        throw std::runtime_error(names_below(folders, error.what()));
    }
}

}  // namespace farfield::node
