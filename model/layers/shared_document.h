#pragma once

#include "model/fields/json.h"

namespace farfield::model {

/// The sections of a document that several viewers share, some of which may be missing. Throws FieldError,
/// LimitError where they are not valid, as read_document() does.
void check_shared_document(Json sections);

}  // namespace farfield::model
