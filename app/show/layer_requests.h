#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/show/call_driver.h"
#include "app/show/layer.h"
#include "app/show/program_driver.h"

namespace farfield::app {

/// Requests of one layer, by key, each with the driver that keeps the node in step with it. Threads: the
/// link's.
class LayerRequests {
public:
    struct Events {
        /// Takes an answer to a program's start or change, or a part of an answer to a call. Throws
        /// std::exception for a malformed answer.
        std::function<void(const std::string& key, const net::Json& answer, std::uint32_t part)> answered;
        std::function<void()> arrived;                          ///< frames wait in a ring
        std::function<void(const std::string& what)> problem;   ///< one line for the user
        std::function<void()> solved;                           ///< the node accepted a request
        std::function<void(const std::string& message)> ended;  ///< a program, without a failure
        std::function<void()> shrunk;                           ///< the layer asks for less
    };

    /// id: of the layer, which outlives this, as link and stage do.
    LayerRequests(std::string id, Layer& layer, Link& link, const Stage& stage, Events events);

    /// Follows changed requests. is_shared: programs made from now on are those of all members of a session.
    void apply(const std::vector<Request>& requests, std::uint64_t acted_ns, bool is_shared);
    /// Requests nothing.
    void stop();
    void link_changed();
    void each_program(const std::function<void(ProgramDriver&)>& act);

    [[nodiscard]] Link& link() const noexcept { return link_; }
    /// Driver of a program; null: none is requested under this key.
    [[nodiscard]] ProgramDriver* program(std::string_view key) const;
    /// Driver of the layer's first program; null: none so far.
    [[nodiscard]] ProgramDriver* first() const { return program(first_key_); }
    /// The node's last answer about the first program; null before the first.
    [[nodiscard]] const net::Json& answer() const noexcept { return answer_; }

private:
    [[nodiscard]] ProgramDriver& program_of(const std::string& key, bool is_shared);
    [[nodiscard]] CallDriver& call_of(const std::string& key);
    void take(const std::string& key, const net::Json& answer, std::uint32_t part);

    const std::string id_;
    Layer& layer_;
    Link& link_;
    const Stage& stage_;
    Events events_;
    std::string first_key_;
    net::Json answer_;
    std::map<std::string, std::unique_ptr<ProgramDriver>, std::less<>> programs_;
    std::map<std::string, std::unique_ptr<CallDriver>, std::less<>> calls_;
};

}  // namespace farfield::app
