#pragma once

#include <vector>

#include "model/fields/json_fields.h"
#include "model/rakes/rakes.h"

/// Rakes in JSON messages. Errors are those of json_fields.h; LimitError when the lists together name more
/// seeds than max_listed_seeds, or there are more slices and isovalues than max_sought_rakes.
namespace farfield::model {

[[nodiscard]] Json to_json(const Rake&);
[[nodiscard]] Rake rake(const Json&);
[[nodiscard]] Rake read_rake(const JsonValue& value);
/// Checks a list of rakes; serves as a constraint in a field list.
void check_rakes(const std::vector<Rake>& rakes, const JsonValue& value);

}  // namespace farfield::model
