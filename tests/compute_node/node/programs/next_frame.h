#pragma once

#include "net/service/program.h"

#include <optional>
#include <span>
#include <variant>

namespace farfield::node {

/// What make() comes to with one buffer.
inline net::Making make_one(net::Program& program, std::span<std::byte> buffer)
{
    net::Made made;
    return program.make({&buffer, 1}, {&made, 1});
}

/// The next frame, or nothing where there is none.
inline std::optional<net::Made> next_frame(net::Program& program, std::span<std::byte> buffer)
{
    net::Made made;
    const net::Making making = program.make({&buffer, 1}, {&made, 1});
    return std::holds_alternative<net::Frames>(making) ? std::optional{made} : std::nullopt;
}

/// Whether make() made no frame, for that reason.
template <class Reason>
bool makes_none(net::Program& program, std::span<std::byte> buffer)
{
    return std::holds_alternative<Reason>(make_one(program, buffer));
}

}  // namespace farfield::node
