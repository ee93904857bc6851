#include "relay/sockets/input_spec.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <type_traits>
#include <vector>

#include "relay/sockets/group_sockets.h"

namespace farfield::net::relay {

namespace {
/// A SPEC while it is parsed: its text for errors, and the unread rest.
struct SpecText {
    std::string_view whole;
    std::string_view body;                       ///< after the kind, before the options
    std::vector<std::string_view> options = {};  ///< between commas
    const char* what = "input";                  ///< the described thing
};

[[noreturn]] void refuse_spec(const SpecText& spec, const std::string& expected, std::string_view found)
{
    const auto shown = found.empty() ? "nothing" : "'" + std::string(found) + "'";
    throw SpecError(std::string(spec.what) + " '" + std::string(spec.whole) + "': expected " + expected +
                    ", found " + shown);
}

/// Removes the text before the first `mark`, and the mark, from `text`; nullopt when there is no mark.
std::optional<std::string_view> take_before(std::string_view& text, char mark)
{
    const auto at = text.find(mark);
    if (at == std::string_view::npos) return std::nullopt;
    const auto before = text.substr(0, at);
    text.remove_prefix(at + 1);
    return before;
}

template <typename Number>
std::optional<Number> parse_number(std::string_view text)
{
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
    if constexpr (std::is_floating_point_v<Number>)
        if (!std::isfinite(value)) return std::nullopt;
    return value;
}

std::uint16_t port_in(const SpecText& spec, std::string_view text)
{
    const auto port = parse_number<std::uint16_t>(text);
    if (!port || *port == 0) refuse_spec(spec, "a port of 1 to 65535", text);
    return *port;
}

double number_in(const SpecText& spec, std::string_view text, double least, double most, const char* expected)
{
    const auto value = parse_number<double>(text);
    if (!value || *value < least || *value > most) refuse_spec(spec, expected, text);
    return *value;
}

/// Removes the interface from the end: "239.1.2.3:3000@eth0". An empty name is refused.
std::string interface_in(const SpecText& spec, std::string_view& body)
{
    const auto at = body.rfind('@');
    if (at == std::string_view::npos) return {};
    const auto name = body.substr(at + 1);
    if (name.empty()) refuse_spec(spec, "the name or address of an interface after '@'", name);
    body = body.substr(0, at);
    return std::string(name);
}

/// Value of an option such as "speed=2", if it has this name.
std::optional<std::string_view> value_of(std::string_view option, std::string_view name)
{
    if (!option.starts_with(name) || option.size() <= name.size() || option[name.size()] != '=')
        return std::nullopt;
    return option.substr(name.size() + 1);
}

DisSpec parse_dis(const SpecText& spec)
{
    DisSpec dis;
    auto body = spec.body;
    dis.interface = interface_in(spec, body);
    const auto colon = body.find(':');
    const auto address = body.substr(0, colon);
    if (colon != std::string_view::npos) dis.at.port = port_in(spec, body.substr(colon + 1));
    if (!address.empty() && address != "any") {
        const auto parsed = parse_ipv4(address);
        if (!parsed) refuse_spec(spec, "an IPv4 group or address, or any", address);
        dis.at.address = *parsed;
    }
    for (const auto option : spec.options) {
        if (option != "bundle") refuse_spec(spec, "the option bundle", option);
        dis.is_bundled = true;
    }
    return dis;
}

/// The number of groups after '/'.
std::uint32_t group_count_in(const SpecText& spec, Ipv4 base, std::string_view text)
{
    const auto until_last = std::uint64_t{0xefffffffU} - base + 1;
    const auto most = std::min<std::uint64_t>(max_groups, until_last);
    const auto count = parse_number<std::uint32_t>(text);
    if (!count || *count == 0 || *count > most)
        refuse_spec(spec,
                    "1 to " + std::to_string(most) + " groups (max_groups " + std::to_string(max_groups) +
                        ", the last group 239.255.255.255)",
                    text);
    return *count;
}

InputSpec parse_groups(const SpecText& spec)
{
    GroupsSpec groups;
    auto body = spec.body;
    groups.interface = interface_in(spec, body);
    const auto base = take_before(body, '/');
    const auto address = parse_ipv4(base.value_or(""));
    if (!address || !is_multicast(*address))
        refuse_spec(spec, "BASE/COUNT:PORT@IFACE, BASE a group of 224.0.0.0 to 239.255.255.255",
                    base.value_or(spec.body));
    groups.base = *address;
    const auto count = take_before(body, ':');
    groups.count = group_count_in(spec, *address, count.value_or(body));
    groups.port = port_in(spec, count ? body : "");
    if (groups.interface.empty()) refuse_spec(spec, "@IFACE at the end", "");
    if (!spec.options.empty()) refuse_spec(spec, "no option", spec.options.front());
    return groups;
}

/// Parses "LON,LAT[,ALT[,HEADING]]": option `first` has the first number, the next options the others.
/// Returns the number of options used.
std::size_t parse_anchor(const SpecText& spec, std::size_t first, std::string_view longitude, JsonSpec& json)
{
    SpecAnchor anchor;
    anchor.longitude = number_in(spec, longitude, -180, 360, "a longitude of -180 to 360 degrees");
    const auto more = [&](std::size_t index) {
        return first + index < spec.options.size() ? spec.options[first + index] : std::string_view();
    };
    anchor.latitude =
        number_in(spec, more(1), -90, 90, "a latitude of -90 to 90 degrees after the longitude");
    std::size_t taken = 2;
    if (const auto height = parse_number<double>(more(taken))) {
        anchor.height = *height;
        ++taken;
        if (const auto heading = parse_number<double>(more(taken))) {
            anchor.heading = number_in(spec, more(taken), -360, 360, "a heading of -360 to 360 degrees");
            ++taken;
        }
    }
    json.anchor = anchor;
    return taken;
}

void parse_json_options(const SpecText& spec, JsonSpec& json)
{
    for (std::size_t i = 0; i < spec.options.size();) {
        const auto option = spec.options[i];
        if (const auto longitude = value_of(option, "anchor")) {
            i += parse_anchor(spec, i, *longitude, json);
            continue;
        }
        if (option != "alt=geoid")
            refuse_spec(spec, "the option alt=geoid or anchor=LON,LAT[,ALT[,HEADING]]", option);
        json.is_above_geoid = true;
        ++i;
    }
}

InputSpec parse_json(const SpecText& spec)
{
    JsonSpec json;
    parse_json_options(spec, json);
    auto body = spec.body;
    if (body == "-") return json;
    const auto way = take_before(body, ':').value_or("");
    if (way != "udp" && way != "tcp")
        refuse_spec(spec, "json:udp:[ADDR:]PORT, json:tcp:[ADDR:]PORT or json:-", spec.body);
    json.way = way == "udp" ? JsonSpec::Way::Udp : JsonSpec::Way::Tcp;
    json.at.address = loopback_ipv4;
    if (const auto address = take_before(body, ':')) {
        const auto parsed = parse_ipv4(*address);
        if (!parsed || is_multicast(*parsed)) refuse_spec(spec, "an own IPv4 address", *address);
        json.at.address = *parsed;
    }
    json.at.port = port_in(spec, body);
    return json;
}

InputSpec parse_peer(const SpecText& spec)
{
    PeerSpec peer;
    if (!spec.options.empty()) refuse_spec(spec, "no option", spec.options.front());
    auto body = spec.body;
    if (body.starts_with('[')) {
        body.remove_prefix(1);
        const auto host = take_before(body, ']');
        if (!host) refuse_spec(spec, "']' after an IPv6 address", body);
        peer.host = *host;
        if (!body.empty() && body.front() != ':') refuse_spec(spec, "':PORT' after ']'", body);
    } else {
        peer.host = body.substr(0, body.find(':'));
        body.remove_prefix(peer.host.size());
    }
    if (peer.host.empty()) refuse_spec(spec, "HOST[:PORT]", spec.body);
    if (!body.empty()) peer.port = port_in(spec, body.substr(1));
    return peer;
}

/// Parses an option that only captures have; true if it is one.
bool take_capture_option(const SpecText& spec, std::string_view option, FileSpec& file)
{
    if (file.format != FileSpec::Format::Pcap) return false;
    if (const auto port = value_of(option, "port")) {
        file.to.port = port_in(spec, *port);
        return true;
    }
    const auto group = value_of(option, "group");
    if (!group) return false;
    const auto address = parse_ipv4(*group);
    if (!address) refuse_spec(spec, "an IPv4 group or address after group=", *group);
    file.to.address = *address;
    return true;
}

InputSpec parse_file(const SpecText& spec, FileSpec::Format format)
{
    FileSpec file;
    file.format = format;
    file.file = spec.body;
    if (file.file.empty()) refuse_spec(spec, "the name of a file", "");
    for (const auto option : spec.options) {
        if (const auto speed = value_of(option, "speed"))
            file.speed = number_in(spec, *speed, 1e-3, 1e3, "a speed of 0.001 to 1000");
        else if (const auto from = value_of(option, "from"))
            file.from_seconds = number_in(spec, *from, 0, 1e9, "seconds of at least 0 after from=");
        else if (option == "loop")
            file.loops = true;
        else if (!take_capture_option(spec, option, file))
            refuse_spec(spec,
                        format == FileSpec::Format::Pcap
                            ? "the option speed=N, loop, from=SECONDS, port=N or group=ADDR"
                            : "the option speed=N, loop or from=SECONDS",
                        option);
    }
    return file;
}
/// Separates the text's kind, which is returned, and its options.
std::string_view split(SpecText& spec)
{
    const auto kind = take_before(spec.body, ':').value_or("");
    auto rest = spec.body;
    spec.body = rest.substr(0, rest.find(','));
    rest.remove_prefix(spec.body.size());
    while (!rest.empty()) {
        rest.remove_prefix(1);
        spec.options.push_back(rest.substr(0, rest.find(',')));
        rest.remove_prefix(spec.options.back().size());
    }
    return kind;
}

struct InputKind {
    std::string_view name;
    InputSpec (*parse)(const SpecText& spec);
};
constexpr std::array input_kinds{
    InputKind{"dis", [](const SpecText& spec) -> InputSpec { return parse_dis(spec); }},
    InputKind{"groups", parse_groups},
    InputKind{"json", parse_json},
    InputKind{"peer", parse_peer},
    InputKind{"ffr", [](const SpecText& spec) { return parse_file(spec, FileSpec::Format::Ffr); }},
    InputKind{"pcap", [](const SpecText& spec) { return parse_file(spec, FileSpec::Format::Pcap); }}};

}  // namespace

bool is_input_spec(std::string_view text)
{
    return std::ranges::any_of(input_kinds, [&](const InputKind& kind) {
        return text.starts_with(kind.name) && text.substr(kind.name.size()).starts_with(':');
    });
}

InputSpec parse_input_spec(std::string_view text)
{
    SpecText spec{.whole = text, .body = text};
    const auto name = split(spec);
    const auto* const kind = std::ranges::find(input_kinds, name, &InputKind::name);
    if (kind != input_kinds.end()) return kind->parse(spec);
    refuse_spec(spec, "dis:, groups:, json:, peer:, ffr: or pcap: at the beginning", text);
}

DisSpec parse_output_spec(std::string_view text, bool may_bundle)
{
    SpecText spec{.whole = text, .body = text, .what = "output"};
    const char* const expected =
        may_bundle ? "dis:GROUP|ADDR[:PORT][@IFACE][,bundle]" : "dis:GROUP|ADDR[:PORT][@IFACE]";
    if (split(spec) != "dis") refuse_spec(spec, expected, text);
    const auto dis = parse_dis(spec);
    if (dis.at.address == 0 || (dis.is_bundled && !may_bundle)) refuse_spec(spec, expected, text);
    return dis;
}

}  // namespace farfield::net::relay
