#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/link/link.h"

namespace farfield::app {

/// A list that a node sends in pages.
struct ListedPages {
    std::vector<net::Json> pages;
    bool complete = true;  ///< false: the node has further pages
};

/// Calls `method` repeatedly until the node names no further page. `done` runs on the
/// link's thread, with all pages or the error that ended the calls early. Borrows the link, as calls do.
void call_pages(Link& link, const std::string& method,
                std::function<void(const std::optional<net::RpcError>&, const ListedPages&)> done);

}  // namespace farfield::app
