#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Pages of reports: one style, without scripts and without anything from elsewhere.
namespace farfield::model {

/// Text as a page shows it: marks of HTML are escaped, control characters but white space become '?'.
[[nodiscard]] std::string html_text(std::string_view text);

/// A whole page. title: text, for the window's bar. body: HTML.
[[nodiscard]] std::string html_page(std::string_view title, std::string_view body);

/// A box with a heading, which is HTML; empty without content.
[[nodiscard]] std::string html_section(std::string_view heading, const std::string& content);

/// A table of cells in HTML. head: the titles of its columns; may be empty. kind: a class of the style, such
/// as "facts" for rows of a name and a text; may be empty.
[[nodiscard]] std::string html_table(const std::vector<std::string>& head,
                                     const std::vector<std::vector<std::string>>& rows,
                                     std::string_view kind = {});

}  // namespace farfield::model
