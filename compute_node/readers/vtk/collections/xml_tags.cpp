#include "compute_node/readers/vtk/collections/xml_tags.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace farfield::compute {

namespace {

constexpr std::string_view blanks = " \t\r\n";
/// Largest number of attributes; writers' tags have a few, and a tag with more is of no index.
constexpr std::size_t max_attributes = 64;

std::string_view without_blanks(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    return text.substr(0, text.find_last_not_of(blanks) + 1);
}

std::string with_characters(std::string_view text)
{
    struct Entity {
        std::string_view name;
        char character;
    };
    constexpr std::array entities{Entity{"&amp;", '&'}, Entity{"&lt;", '<'}, Entity{"&gt;", '>'},
                                  Entity{"&quot;", '"'}, Entity{"&apos;", '\''}};
    std::string out;
    while (!text.empty()) {
        const auto* entity =
            std::ranges::find_if(entities, [&](const Entity& e) { return text.starts_with(e.name); });
        const bool is_entity = entity != entities.end();
        out += is_entity ? entity->character : text.front();
        text.remove_prefix(is_entity ? entity->name.size() : 1);
    }
    return out;
}

/// Takes NAME="VALUE" or NAME='VALUE', repeated, behind a tag's name.
void take_attributes(std::string_view text, XmlTag& tag)
{
    while (tag.attributes.size() < max_attributes) {
        const std::size_t equals = text.find('=');
        if (equals == std::string_view::npos) return;
        const std::string_view name = without_blanks(text.substr(0, equals));
        const std::size_t open = text.find_first_not_of(blanks, equals + 1);
        if (open == std::string_view::npos || (text[open] != '"' && text[open] != '\'')) return;
        const std::size_t close = text.find(text[open], open + 1);
        if (close == std::string_view::npos) return;
        tag.attributes.emplace_back(name, with_characters(text.substr(open + 1, close - open - 1)));
        text.remove_prefix(close + 1);
    }
}

/// The end of a tag's text: a '>' outside of quotes.
std::size_t end_of_tag(std::string_view text)
{
    char quote = '\0';
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quote != '\0')
            quote = c == quote ? '\0' : quote;
        else if (c == '"' || c == '\'')
            quote = c;
        else if (c == '>')
            return i;
    }
    return std::string_view::npos;
}

}  // namespace

const std::string* XmlTag::find(std::string_view attribute) const
{
    const auto found = std::ranges::find_if(attributes, [&](const auto& a) { return a.first == attribute; });
    return found == attributes.end() ? nullptr : &found->second;
}

/// The text between the next '<' and its end; empty at the end of the text.
std::string_view XmlTags::take_markup()
{
    const std::size_t open = rest_.find('<');
    if (open == std::string_view::npos) return {};
    rest_.remove_prefix(open);
    const bool is_comment = rest_.starts_with("<!--");
    const std::size_t end = is_comment ? rest_.find("-->", 4) : end_of_tag(rest_);
    if (end == std::string_view::npos) return {};
    const std::string_view markup = rest_.substr(1, end - 1);
    rest_.remove_prefix(end + (is_comment ? 3 : 1));
    return markup;
}

std::optional<XmlTag> XmlTags::next()
{
    for (std::string_view text = take_markup(); !text.empty(); text = take_markup()) {
        if (text.front() == '!' || text.front() == '?') continue;
        XmlTag tag;
        if (text.front() == '/') tag.kind = XmlTag::Kind::Closes;
        if (text.back() == '/') tag.kind = XmlTag::Kind::Empty;
        text.remove_prefix(text.front() == '/' ? 1 : 0);
        if (!text.empty() && text.back() == '/') text.remove_suffix(1);
        tag.name = text.substr(0, text.find_first_of(blanks));
        if (tag.name == "AppendedData") return std::nullopt;
        take_attributes(text.substr(tag.name.size()), tag);
        return tag;
    }
    return std::nullopt;
}

}  // namespace farfield::compute
