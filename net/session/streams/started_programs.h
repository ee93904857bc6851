#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "net/message/control_messages.h"

namespace farfield::net {

/// The programs of a session as its calls made them, for a viewer that resumes it. Threads: one at a time.
class StartedPrograms {
public:
    /// state: what program.start, or program.update, answered.
    void add(std::uint32_t stream, const ProgramStart& start, const Json& state);
    void update(const ProgramUpdate& update, const Json& state);
    void pause(std::uint32_t stream, bool paused);
    void remove(std::uint32_t stream) { programs_.erase(stream); }

    /// Members `stream`, `start` (parameters of program.start as they are now) and `state`; null: there is
    /// none of this number.
    [[nodiscard]] Json describe(std::uint32_t stream) const;

private:
    struct Program {
        Json start, state;
    };
    std::map<std::uint32_t, Program> programs_;
};

}  // namespace farfield::net
