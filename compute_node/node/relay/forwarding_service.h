#pragma once

#include "net/client/kept_session.h"
#include "net/message/notices.h"
#include "net/service/service.h"

#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace farfield::node {

/// The service of a node, and beside it a relay's: its calls (`relay.` and `entities.`) and its program
/// `entities`, passed on, so that one connection to the node is enough. Threads: any.
class ForwardingService final : public net::Service {
public:
    /// own: answers all other calls. relay: address of the relay, which may be away.
    ForwardingService(std::unique_ptr<net::Service> own, net::ClientSettings relay);

    [[nodiscard]] net::CallResult call(std::string_view name, const net::CallRequest& request,
                                       const net::CallContext& context) override;
    [[nodiscard]] std::unique_ptr<net::Program> start(const net::ProgramStart& start,
                                                      const std::stop_token& cancel) override;
    void check(const net::Json& document) override { own_->check(document); }
    void check_for_watching(const net::Json& params) override { own_->check_for_watching(params); }

private:
    void open(const std::shared_ptr<net::Client>& client);
    void close(const std::string& why);
    void notify(const std::string& method, const net::Json& params);
    [[nodiscard]] std::shared_ptr<net::Client> relay();

    const std::unique_ptr<net::Service> own_;
    const net::ClientSettings settings_;
    std::mutex mutex_;
    std::shared_ptr<net::Client> client_;  ///< null while the relay is away
    bool is_away_ = false;                 ///< the relay was tried, and is not there
    std::string why_away_ = "it has not answered yet";
    std::vector<std::shared_ptr<const net::Notices>> watchers_;
    net::KeptSession session_;  ///< last: its threads use all members above
};

}  // namespace farfield::node
