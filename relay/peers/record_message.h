#pragma once

#include <optional>

#include "relay/core/bundle.h"
#include "relay/sockets/classification.h"

namespace farfield::net::relay {

/// The message of a record that another program sent: one PDU, an addressed message, a name or values;
/// nullopt for a record of another kind, or a malformed one. Ownership: borrows the record's bytes.
[[nodiscard]] std::optional<Message> message_of(const Record& record, const DatagramOrigin& origin);

}  // namespace farfield::net::relay
