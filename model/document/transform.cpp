#include "model/document/transform.h"

namespace farfield::model {

DataTransform DataTransform::from_json(const JsonValue& value)
{
    if (value.is("geographic")) return {{}, Way::Geographic};
    if (value.is("base")) return {{}, Way::Base};
    if (value.is_text()) value.complain("\"geographic\", \"base\", or an object with offset and scale");
    return {read<Transform>(value.object(), value.path()), Way::Given};
}

Json DataTransform::to_json() const
{
    if (way == Way::Geographic) return "geographic";
    if (way == Way::Base) return "base";
    return write(static_cast<const Transform&>(*this));
}

}  // namespace farfield::model
