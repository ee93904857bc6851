#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/link/link.h"

namespace farfield::app {

/// A list that a node gives in pages.
struct ListedPages {
    std::vector<net::Json> pages;
    bool complete = true;  ///< no more than these are there
};

/// Calls `method` again and again, until the node says that there is no further page. `done` runs on the
/// link's thread, with the error that ended it early or all pages. Borrows the link, as calls do.
void call_pages(Link& link, const std::string& method,
                std::function<void(const std::optional<net::RpcError>&, const ListedPages&)> done);

}  // namespace farfield::app
