#pragma once

#include <chrono>
#include <memory>

#include "app/link/link.h"
#include "app/link/loop_executor.h"
#include "tests/app/flow_server.h"
#include "tests/app/scripted_service.h"

namespace farfield::app::test {

/// A link to a scripted service in this process, and the loop that it runs on.
class ConnectedLink {
public:
    explicit ConnectedLink(net::Service& service)
        : own_server_(std::make_unique<FlowServer>(service)), server_(*own_server_)
    {
        connect();
    }
    explicit ConnectedLink(FlowServer& server) : server_(server) { connect(); }

    [[nodiscard]] Link& link() noexcept { return link_; }
    std::function<void(const Link::ProgramEnd&)> ended;
    std::function<void()> state_changed;

    void connect()
    {
        link_.connect_to(server_.client_settings());
        (void)eventually([&] { return is_connected(); });
    }
    [[nodiscard]] bool is_connected() const { return link_.state() == Link::State::Connected; }

    /// Runs what the link posts until the condition holds. False after a time in which it must have.
    template <class Condition>
    [[nodiscard]] bool eventually(const Condition& condition)
    {
        constexpr std::chrono::seconds patience{60};
        const auto until = std::chrono::steady_clock::now() + patience;
        while (!condition() && std::chrono::steady_clock::now() < until)
            loop_.run(std::chrono::milliseconds(20));
        return condition();
    }

private:
    std::unique_ptr<FlowServer> own_server_;
    FlowServer& server_;
    LoopExecutor loop_;
    Link link_{loop_,
               {.state_changed =
                    [this] {
                        if (state_changed) state_changed();
                    },
                .connected = {},
                .failed = {},
                .lost = {},
                .program_ended =
                    [this](const Link::ProgramEnd& end) {
                        if (ended) ended(end);
                    },
                .session_ended = {}}};
};

}  // namespace farfield::app::test
