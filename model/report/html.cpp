#include "model/report/html.h"

namespace farfield::model {
namespace {

constexpr std::string_view style = R"css(
:root { color-scheme: light dark; --paper: #f6f7f9; --card: #fff; --ink: #1b2330; --soft: #5c6878; --line: #dde2e9;
  --c0: #3b6fb6; --c1: #9aa5b4; --c2: #2a9d8f; --c3: #e2b33c; --c4: #d1603d; --bad: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --paper: #11151b; --card: #191f28; --ink: #e6eaf0; --soft: #93a0b2;
  --line: #2b3441; --c0: #6f9fe0; --c1: #6b7686; --c2: #45b8a9; --c3: #e8c15a; --c4: #e5805f; --bad: #f2b8b5; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 1040px; margin: 0 auto; padding: 32px 20px 64px; }
h1 { font-size: 24px; margin: 0; } h2 { font-size: 16px; margin: 0 0 12px; }
h3 { font-size: 13px; margin: 8px 0 0; color: var(--soft); }
p.sub { margin: 2px 0 24px; color: var(--soft); } .bad { color: var(--bad); font-weight: 600; }
.remark { color: var(--bad); } .source { color: var(--soft); font-size: 13px; } .here { color: var(--c0); font-size: 13px; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 18px 20px; margin: 0 0 18px;
  overflow-x: auto; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 12px; margin: 0 0 18px; }
.cards div { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 12px 16px; }
.cards b { display: block; font-size: 22px; font-weight: 650; font-variant-numeric: tabular-nums; }
.cards span { color: var(--soft); font-size: 13px; }
.row { display: grid; grid-template-columns: repeat(auto-fit, minmax(300px, 1fr)); gap: 14px; }
svg { display: block; width: 100%; height: auto; } .row > svg:only-child { max-width: 640px; }
svg text { fill: var(--soft); font-size: 12px; }
.grid { stroke: var(--line); } polyline { fill: none; stroke: var(--c0); stroke-width: 1.8; } circle { fill: var(--c0); }
.s0 { fill: var(--c0); } .s1 { fill: var(--c1); } .s2 { fill: var(--c2); } .s3 { fill: var(--c3); } .s4 { fill: var(--c4); }
.key { display: flex; flex-wrap: wrap; gap: 16px; color: var(--soft); font-size: 13px; margin: 0 0 8px; }
.key i { display: inline-block; width: 11px; height: 11px; border-radius: 3px; margin-right: 6px; vertical-align: -1px; }
.key .s0 { background: var(--c0); } .key .s1 { background: var(--c1); } .key .s2 { background: var(--c2); }
.key .s3 { background: var(--c3); } .key .s4 { background: var(--c4); }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; margin: 0 0 12px; }
th, td { text-align: right; padding: 5px 8px; border-bottom: 1px solid var(--line); vertical-align: top; }
tr:last-child td { border: 0; }
th { color: var(--soft); font-weight: 500; } th:first-child, td:first-child { text-align: left; }
table.facts td:last-child { text-align: left; overflow-wrap: anywhere; }
table.facts td:first-child { color: var(--soft); width: 220px; }
.pictures { display: grid; grid-template-columns: repeat(auto-fill, minmax(300px, 1fr)); gap: 12px; }
.pictures img { width: 100%; display: block; border-radius: 6px; } .pictures span, figcaption { color: var(--soft); font-size: 13px; }
figure { margin: 0; } figure img { width: 100%; image-rendering: pixelated; border-radius: 6px; }
pre { white-space: pre-wrap; }
)css";

std::string row_of(const std::vector<std::string>& cells, std::string_view cell)
{
    std::string row = "<tr>";
    for (const std::string& content : cells)
        row.append("<").append(cell).append(">").append(content).append("</").append(cell).append(">");
    return row + "</tr>\n";
}

}  // namespace

std::string html_text(std::string_view text)
{
    std::string safe;
    for (const char c : text) {
        switch (c) {
        case '&':
            safe += "&amp;";
            break;
        case '<':
            safe += "&lt;";
            break;
        case '>':
            safe += "&gt;";
            break;
        case '"':
            safe += "&quot;";
            break;
        default:
            safe += static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\t' ? '?' : c;
        }
    }
    return safe;
}

std::string html_page(std::string_view title, std::string_view body)
{
    std::string page =
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
        "content=\"width=device-width\"><title>";
    page.append(html_text(title)).append("</title><style>").append(style);
    return page.append("</style></head><body><main>\n").append(body).append("</main></body></html>\n");
}

std::string html_section(std::string_view heading, const std::string& content)
{
    if (content.empty()) return {};
    std::string section = "<section><h2>";
    return section.append(heading).append("</h2>").append(content).append("</section>\n");
}

std::string html_table(const std::vector<std::string>& head,
                       const std::vector<std::vector<std::string>>& rows, std::string_view kind)
{
    std::string table = "<table";
    if (!kind.empty()) table.append(" class=\"").append(kind).append("\"");
    table += ">";
    if (!head.empty()) table += row_of(head, "th");
    for (const auto& row : rows) table += row_of(row, "td");
    return table + "</table>\n";
}

}  // namespace farfield::model
