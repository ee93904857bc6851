#include "app/link/list_pages.h"

#include <utility>

#include "model/calls/listing.h"

namespace farfield::app {

namespace {

/// Most pages of a list: a node that sends more repeats itself.
constexpr std::size_t max_pages = 1000;

using Done = std::function<void(const std::optional<net::RpcError>&, const ListedPages&)>;

void call_page(Link& link, const std::string& method, const std::optional<std::string>& after,
               ListedPages listed, Done done)
{
    const auto params = after ? net::Json{{"after", *after}} : net::Json::object();
    const auto take = [&link, method, listed = std::move(listed),
                       done = std::move(done)](const auto& error, const net::Json& page) mutable {
        if (error) return done(error, listed);
        model::PageInfo info;
        try {
            info = model::read_answer<model::PageInfo>(page);
        } catch (const model::FieldError& fault) {
            return done(net::error_of(fault), listed);
        }
        listed.pages.push_back(page);
        listed.complete = info.complete;
        if (!info.next || listed.pages.size() == max_pages) return done(std::nullopt, listed);
        call_page(link, method, info.next, std::move(listed), std::move(done));
    };
    link.call(method, params, take);
}

}  // namespace

void call_pages(Link& link, const std::string& method, Done done)
{
    call_page(link, method, std::nullopt, {}, std::move(done));
}

}  // namespace farfield::app
