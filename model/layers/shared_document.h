#pragma once

#include "model/fields/json.h"

namespace farfield::model {

/// Checks the sections of a document that several viewers share; any of them may be missing. Throws
/// FieldError and LimitError as read_document() does.
void check_shared_document(Json sections);

}  // namespace farfield::model
