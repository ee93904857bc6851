#pragma once

#include <memory>
#include <string>

#include "tests/net/raw_peer.h"
#include "tests/net/scripted_frames.h"
#include "tests/net/scripted_node.h"

/// Several viewers of one session, over real sockets.
namespace farfield::net::test {

/// A member with both connections, which acknowledges its frames.
struct RawMember {
    RawMember(TestNode& test_node, const std::string& name, const Json& join = nullptr) : node(test_node)
    {
        control = std::make_unique<RawPeer>(node.port());
        Json params{{"protocol", {protocol_version}}, {"acknowledge", true}, {"name", name}};
        if (!join.is_null()) params["join"] = join;
        session = control->result("session.open", params);
        attach();
    }
    void attach()
    {
        data = std::make_unique<RawPeer>(node.port());
        (void)data->result("session.attach",
                           {{"session", session["session"]}, {"secret", session["secret"]}});
    }
    void vanish()
    {
        control.reset();
        data.reset();
    }
    void credit(std::uint64_t total, std::uint32_t has, std::uint32_t stream = 1)
    {
        data->send({.type = MessageType::Credit, .stream = stream, .interaction = has, .sequence = total});
    }
    /// Takes that many frames of a stream whole, each of which it acknowledges.
    void take(std::uint32_t frames, std::uint32_t stream = 1)
    {
        credit(received + frames, received, stream);
        for (std::uint32_t i = 0; i < frames; ++i) {
            CHECK(next_frame(*data).header.sequence == received);
            ++received;
        }
        credit(received, received, stream);
    }
    /// The next notification of that method.
    Json hear(const std::string& method)
    {
        for (;;) {
            const Json message = control->notification();
            if (message.value("method", "") == method) return message["params"];
        }
    }

    TestNode& node;
    std::unique_ptr<RawPeer> control, data;
    Json session;
    std::uint32_t received = 0;
};

inline Json invite(RawMember& owner, const char* role = "edit")
{
    const Json invited = owner.control->result("session.invite", {{"role", role}, {"uses", 16}});
    return {{"session", invited["session"]}, {"secret", invited["secret"]}};
}

}  // namespace farfield::net::test
