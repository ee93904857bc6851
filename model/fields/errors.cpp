#include "model/fields/errors.h"

#include <utility>

namespace farfield::model {

namespace {
std::string place(const std::string& path)
{
    return path.empty() ? "parameters" : "parameter '" + path + "'";
}
}  // namespace

FieldError::FieldError(std::string at, std::string was_expected, std::string was_found)
    : FieldError(std::move(at), "expected " + was_expected + ", found " + was_found)
{
    expected = std::move(was_expected);
    found = std::move(was_found);
}

FieldError::FieldError(std::string at, const std::string& why)
    : std::runtime_error(place(at) + ": " + why), path(std::move(at)), reason(why)
{}

UnknownField::UnknownField(std::string at, const std::string& known)
    : FieldError(std::move(at), known.empty() ? "unknown; there are none" : "unknown; there are: " + known)
{
    expected = known;
}

LimitError::LimitError(std::string name, std::uint64_t most, std::uint64_t was_asked)
    : std::runtime_error("the limit " + name + " is exceeded: at most " + std::to_string(most) +
                         ", asked for " + std::to_string(was_asked)),
      limit(std::move(name)),
      value(most),
      asked(was_asked)
{}

}  // namespace farfield::model
