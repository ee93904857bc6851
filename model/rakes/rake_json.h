#pragma once

#include <vector>

#include "model/fields/json_fields.h"
#include "model/rakes/rakes.h"

/// Rakes within what a message says. Complaints as in json_fields.h; where the lists together name more seeds
/// than max_listed_seeds, or there are more slices and isovalues than max_sought_rakes, LimitError.
namespace farfield::model {

[[nodiscard]] Json to_json(const Rake&);
[[nodiscard]] Rake rake(const Json&);
[[nodiscard]] Rake read_rake(const JsonValue& value);
/// A constraint of a list of rakes in a field list.
void check_rakes(const std::vector<Rake>& rakes, const JsonValue& value);

}  // namespace farfield::model
