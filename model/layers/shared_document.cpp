#include "model/layers/shared_document.h"

#include "model/document/document.h"
#include "model/layers/layer_kinds.h"

namespace farfield::model {

void check_shared_document(Json sections)
{
    sections["farfield"] = document_version;
    (void)read_document(sections, layer_kinds());
}

}  // namespace farfield::model
