#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "net/message/control_messages.h"
#include "net/session/streams/subscribers.h"

namespace farfield::net {

/// The programs of a session as its calls have set them, for members that resume it or subscribe to them.
/// Threads: one at a time.
class StartedPrograms {
public:
    /// by: the member that started it. state: the answer to program.start, or program.update.
    void add(std::uint32_t stream, const ProgramStart& start, MemberNumber by, const Json& state);
    void update(const ProgramUpdate& update, const Json& state);
    void pause(std::uint32_t stream, bool paused);
    void remove(std::uint32_t stream) { programs_.erase(stream); }

    [[nodiscard]] bool has(std::uint32_t stream) const { return programs_.contains(stream); }
    /// The streams of the same layer and request; none unless `start` has both.
    [[nodiscard]] std::vector<std::uint32_t> find(const ProgramStart& start) const;
    /// True when the stream is another member's private one.
    [[nodiscard]] bool is_hidden_from(MemberNumber member, std::uint32_t stream) const;
    [[nodiscard]] bool is_private(std::uint32_t stream) const;
    /// Name of the program; empty: there is no stream of this number.
    [[nodiscard]] std::string name_of(std::uint32_t stream) const;
    /// Members `stream`, `start` (present parameters of program.start) and `state`; null: there is no stream
    /// of this number.
    [[nodiscard]] Json describe(std::uint32_t stream) const;

private:
    struct Program {
        Json start, state;
        std::string layer, request;
        MemberNumber by = 0;
        bool is_private = false;
    };
    std::map<std::uint32_t, Program> programs_;
};

}  // namespace farfield::net
