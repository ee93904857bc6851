#pragma once

namespace farfield::net {

/// Notification that a session was resumed after more events than its node keeps; its parameters are the
/// answer to session.open. State known of the session must be asked for anew. The parameters of its programs
/// follow as program.updated, and program.ended for those that have frames in this client but no longer
/// run.
inline constexpr const char* events_lost = "session.events_lost";

}  // namespace farfield::net
