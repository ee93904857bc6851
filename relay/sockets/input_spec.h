#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>

#include "net/message/messages.h"
#include "relay/sockets/endpoint.h"

namespace farfield::net::relay {

inline constexpr std::uint16_t default_dis_port = 3000;

/// The error of a text that is no input or output: "input 'dis:300.1.1.1': expected ..., found ...".
struct SpecError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// `dis:[GROUP|ADDR|any][:PORT][@IFACE][,bundle]`: DIS PDUs, one or several a datagram.
struct DisSpec {
    Endpoint at = {0, default_dis_port};  ///< a group, an own address, or 0: any
    std::string interface = {};           ///< name or address; empty: the system chooses
    bool is_bundled = false;              ///< for an output: several PDUs a datagram
    friend bool operator==(const DisSpec&, const DisSpec&) = default;
};

/// `groups:BASE/COUNT:PORT@IFACE`: addressed messages; address / 32 is the number of the group.
struct GroupsSpec {
    Ipv4 base = 0;
    std::uint32_t count = 0;
    std::uint16_t port = 0;
    std::string interface = {};
    friend bool operator==(const GroupsSpec&, const GroupsSpec&) = default;
};

/// Origin of x, y and z in JSON lines: longitude and latitude in degrees, height in metres, heading in
/// degrees clockwise from north.
struct SpecAnchor {
    double longitude = 0, latitude = 0, height = 0, heading = 0;
    friend bool operator==(const SpecAnchor&, const SpecAnchor&) = default;
};

/// `json:udp:[ADDR:]PORT`, `json:tcp:[ADDR:]PORT`, `json:-`; `,alt=geoid`, `,anchor=LON,LAT[,ALT[,HEADING]]`.
struct JsonSpec {
    enum class Way { Udp, Tcp, Input };  ///< Input: the standard input
    Way way = Way::Input;
    Endpoint at = {};  ///< default address: 127.0.0.1
    bool is_above_geoid = false;
    std::optional<SpecAnchor> anchor = {};
    friend bool operator==(const JsonSpec&, const JsonSpec&) = default;
};

/// `peer:HOST[:PORT]`: bundles of another relay. HOST: a name, an IPv4 address, or IPv6 in brackets.
struct PeerSpec {
    std::string host = {};
    std::uint16_t port = default_relay_port;
    friend bool operator==(const PeerSpec&, const PeerSpec&) = default;
};

/// `ffr:FILE`, `pcap:FILE`; `,speed=1,loop,from=10`, for captures `,port=3000,group=239.1.2.3`. A comma ends
/// the name.
struct FileSpec {
    enum class Format { Ffr, Pcap };
    Format format = Format::Ffr;
    std::string file = {};
    double speed = 1;         ///< above 0; 2: twice as fast
    bool loops = false;       ///< restarts at its end
    double from_seconds = 0;  ///< starting time, from 0
    Endpoint to = {};         ///< for captures: only datagrams sent to it; zeros: any address, any port
    friend bool operator==(const FileSpec&, const FileSpec&) = default;
};

using InputSpec = std::variant<DisSpec, GroupsSpec, JsonSpec, PeerSpec, FileSpec>;

/// True for text that begins as the SPEC of a kind of input.
[[nodiscard]] bool is_input_spec(std::string_view text);

/// Reads one SPEC of the command line. Throws SpecError with expected and found text. Interfaces, hosts and
/// files are not searched for.
[[nodiscard]] InputSpec parse_input_spec(std::string_view text);

/// Reads `dis:GROUP|ADDR[:PORT][@IFACE]` of the command line, a destination of PDUs. may_bundle: the option
/// `bundle` may follow. Throws SpecError.
[[nodiscard]] DisSpec parse_output_spec(std::string_view text, bool may_bundle);

}  // namespace farfield::net::relay
