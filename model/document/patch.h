#pragma once

#include "model/fields/json.h"

/// Changes of documents as merge patches: RFC 7396, on the canonical form. A null means that a member has its
/// default, or was removed; arrays change as a whole. Patches of different members commute.
namespace farfield::model {

/// The patch that turns `from` into `to`: patched(from, difference(from, to)) == to.
[[nodiscard]] Json difference(const Json& from, const Json& to);
[[nodiscard]] Json patched(Json document, const Json& patch);

}  // namespace farfield::model
