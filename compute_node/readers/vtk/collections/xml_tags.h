#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace farfield::compute {

/// A tag of an XML file: "<Piece Source='a.vtu'/>".
struct XmlTag {
    enum class Kind { Opens, Closes, Empty };  ///< <a>, </a>, <a/>
    Kind kind = Kind::Opens;
    std::string_view name;
    std::vector<std::pair<std::string_view, std::string>> attributes;  ///< values with entities resolved

    /// The value of an attribute; null where the tag has none of the name.
    [[nodiscard]] const std::string* find(std::string_view attribute) const;
};

/// Takes the tags of an XML text one by one, skipping text between them, comments and instructions. Only
/// the five entities of characters are resolved, so that a text cannot refer to another file. Borrows the
/// text.
class XmlTags {
public:
    explicit XmlTags(std::string_view text) : rest_{text} {}

    /// The next tag; none at the end, at text that is no tag, and where appended data begin.
    [[nodiscard]] std::optional<XmlTag> next();

private:
    [[nodiscard]] std::string_view take_markup();

    std::string_view rest_;
};

}  // namespace farfield::compute
