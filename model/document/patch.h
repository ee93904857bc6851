#pragma once

#include "model/fields/json.h"

/// Changes of documents as merge patches: RFC 7396, on the canonical form. A null says that a member has its
/// default, or that it is gone; arrays change as a whole. Patches of different things commute.
namespace farfield::model {

/// The patch that makes `to` of `from`: patched(from, difference(from, to)) == to.
[[nodiscard]] Json difference(const Json& from, const Json& to);
[[nodiscard]] Json patched(Json document, const Json& patch);

}  // namespace farfield::model
