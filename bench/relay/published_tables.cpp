#include "bench/relay/published_tables.h"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace farfield::net::relay {
namespace {

using namespace std::string_view_literals;

constexpr std::array general_remarks{
    "Hosts send 200 messages a second (section 3.4.6) or 250 (tables 4-14 to 4-21)."sv,
    "The break-even point is 1,200 messages a second (section 4.4) or 1,500 both ways (section 5.2)."sv,
    "Table 4-6 has the numbers of table 4-3."sv,
    "Table 4-10 (\"ATM-IP\") repeats table 4-2 (Ethernet) number for number, so that AAL5 is compared with Ethernet."sv,
    "Two tables have the number 4-11, two figures the number 4-15."sv,
    "Table 4-3: 500 packets a second cost 14 %, 1,000 cost 11 %."sv,
    "116, 142 and 151 Mbit/s for cards of 10 Mbit/s are figures of the loop-back interface (section 3.3.4)."sv,
    "Table 4-5: 75 % at 3,000 packets of 512 bytes a second, which are 12.3 Mbit/s on an Ethernet of 10 Mbit/s."sv,
    "The 586 has 60 MHz (section 4.3.1.2) or 100 MHz (section 3.3.5)."sv,
    "A bundle has \"1 to 255 messages\", but the arrays of the code hold 150, and are not checked."sv,
    "A data message of 20 bytes and its address is taken for a control message."sv,
    "Groups 0 to 2048 are said; 65,536 / 32 are 2,048 of them."sv,
};

constexpr std::array absent{
    "Table 4-7 (Onyx with four processors, ATM) is left out: its columns are scrambled in the text of the thesis; its last line is among the maxima."sv,
    "Table 4-13 (Sparc20, FDDI) is left out: it stands upside down, with five rows of numbers for six rates."sv,
};

/// Removes and returns the text up to the separator, which is removed, too; all of it if there is none.
std::string_view take_until(std::string_view& text, std::string_view separator)
{
    const std::size_t end = text.find(separator);
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + separator.size());
    return part;
}

std::vector<std::string> fields_of(std::string_view line)
{
    std::vector<std::string> fields;
    while (!line.empty()) fields.emplace_back(take_until(line, "\t"));
    return fields;
}

}  // namespace

PublishedTable read_published(const PublishedText& text)
{
    std::string_view rest = text.text;
    std::string_view head = take_until(rest, "\n");
    if (!head.starts_with("# ") || std::ranges::count(head, ';') < 3)
        throw std::runtime_error("table '" + std::string{text.name} +
                                 "': expected a first line of '#' and four fields between semicolons");
    head.remove_prefix(2);
    PublishedTable table;
    table.name = text.name;
    table.title = take_until(head, "; ");
    table.source = take_until(head, "; ");
    table.notes = take_until(head, "; ");
    if (head != "none known") table.remarks = head;
    table.columns = fields_of(take_until(rest, "\n"));
    while (!rest.empty()) table.rows.push_back(fields_of(take_until(rest, "\n")));
    return table;
}

std::vector<PublishedTable> published_tables()
{
    std::vector<PublishedTable> tables;
    for (const PublishedText& text : published_texts()) tables.push_back(read_published(text));
    return tables;
}

std::span<const std::string_view> remarks_on_the_thesis()
{
    return general_remarks;
}

std::span<const std::string_view> missing_tables()
{
    return absent;
}

}  // namespace farfield::net::relay
