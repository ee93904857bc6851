#pragma once

namespace farfield::net {

/// Reported as a notification when a session was resumed after more events than its node keeps; its
/// parameters are what session.open has answered. What is known of the session is to be asked for anew; the
/// parameters of its programs follow as program.updated, and program.ended of those that have frames here and
/// run no more.
inline constexpr const char* events_lost = "session.events_lost";

}  // namespace farfield::net
