#include "relay/sockets/input_spec.h"

#include "tests/catch.h"

using namespace farfield::net::relay;
using Catch::Matchers::Equals;

namespace {
template <typename Spec>
Spec parsed(std::string_view text)
{
    return std::get<Spec>(parse_input_spec(text));
}

constexpr Ipv4 spec_group = 0xef010203U;  // 239.1.2.3
}  // namespace

TEST_CASE("parse_input_spec: dis: with and without spec_group, port and interface", "[spec]")
{
    CHECK(parsed<DisSpec>("dis:") == DisSpec{});
    CHECK(parsed<DisSpec>("dis:any") == DisSpec{{0, 3000}, "", false});
    CHECK(parsed<DisSpec>("dis::3001") == DisSpec{{0, 3001}, "", false});
    CHECK(parsed<DisSpec>("dis:@lo") == DisSpec{{0, 3000}, "lo", false});
    CHECK(parsed<DisSpec>("dis:239.1.2.3") == DisSpec{{spec_group, 3000}, "", false});
    CHECK(parsed<DisSpec>("dis:239.1.2.3:62040@eth0") == DisSpec{{spec_group, 62040}, "eth0", false});
    CHECK(parsed<DisSpec>("dis:239.1.2.3@127.0.0.1") == DisSpec{{spec_group, 3000}, "127.0.0.1", false});
    CHECK(parsed<DisSpec>("dis:127.0.0.1:3002") == DisSpec{{loopback_ipv4, 3002}, "", false});
    CHECK(parsed<DisSpec>("dis:any:3000@lo,bundle") == DisSpec{{0, 3000}, "lo", true});
}

TEST_CASE("parse_input_spec: groups: with all of its parts", "[spec]")
{
    CHECK(parsed<GroupsSpec>("groups:239.1.2.3/2048:3000@lo") == GroupsSpec{spec_group, 2048, 3000, "lo"});
    CHECK(parsed<GroupsSpec>("groups:239.0.0.0/4096:1@10.0.0.1").count == 4096);
    CHECK(parsed<GroupsSpec>("groups:239.255.255.255/1:1@lo").base == 0xefffffffU);
}

TEST_CASE("parse_input_spec: json: over UDP, TCP and the standard input, with its options", "[spec]")
{
    using Way = JsonSpec::Way;
    CHECK(parsed<JsonSpec>("json:-") == JsonSpec{});
    CHECK(parsed<JsonSpec>("json:udp:5000") == JsonSpec{Way::Udp, {loopback_ipv4, 5000}, false, {}});
    CHECK(parsed<JsonSpec>("json:tcp:0.0.0.0:5000") == JsonSpec{Way::Tcp, {0, 5000}, false, {}});
    CHECK(parsed<JsonSpec>("json:tcp:5000,alt=geoid").is_above_geoid);
    const auto anchored = parsed<JsonSpec>("json:-,anchor=8.5,-46.25,400,-90,alt=geoid");
    CHECK(anchored.anchor == SpecAnchor{8.5, -46.25, 400, -90});
    CHECK(anchored.is_above_geoid);
    CHECK(parsed<JsonSpec>("json:-,alt=geoid,anchor=8,46").anchor == SpecAnchor{8, 46, 0, 0});
    CHECK(parsed<JsonSpec>("json:-,anchor=8,46,-3.5").anchor == SpecAnchor{8, 46, -3.5, 0});
}

TEST_CASE("parse_input_spec: peer: by name, address and IPv6 in brackets", "[spec]")
{
    CHECK(parsed<PeerSpec>("peer:relay.example") == PeerSpec{"relay.example", 7118});
    CHECK(parsed<PeerSpec>("peer:10.0.0.1:7200") == PeerSpec{"10.0.0.1", 7200});
    CHECK(parsed<PeerSpec>("peer:[::1]") == PeerSpec{"::1", 7118});
    CHECK(parsed<PeerSpec>("peer:[fd00::2]:7200") == PeerSpec{"fd00::2", 7200});
}

TEST_CASE("parse_input_spec: ffr: and pcap: with speed, loop and from", "[spec]")
{
    using Format = FileSpec::Format;
    CHECK(parsed<FileSpec>("ffr:a.ffr") == FileSpec{Format::Ffr, "a.ffr", 1, false, 0, {}});
    CHECK(parsed<FileSpec>("pcap:/tmp/a b:c.pcap,speed=2.5,loop,from=10") ==
          FileSpec{Format::Pcap, "/tmp/a b:c.pcap", 2.5, true, 10, {}});
    CHECK(parsed<FileSpec>("ffr:a,loop").loops);
}

TEST_CASE("parse_input_spec: of captures an address and a port may be asked for", "[spec]")
{
    const Ipv4 group = 239U << 24U | 1U << 16U | 2U << 8U | 3U;
    CHECK(parsed<FileSpec>("pcap:a,port=3000,group=239.1.2.3").to == Endpoint{group, 3000});
    CHECK(parsed<FileSpec>("pcap:a,port=3000").to == Endpoint{0, 3000});
    CHECK_THROWS_WITH(parse_input_spec("pcap:a,port=0"),
                      Equals("input 'pcap:a,port=0': expected a port of 1 to 65535, found '0'"));
    CHECK_THROWS_WITH(
        parse_input_spec("pcap:a,group=x"),
        Equals("input 'pcap:a,group=x': expected an IPv4 group or address after group=, found 'x'"));
    CHECK_THROWS_WITH(
        parse_input_spec("ffr:a,port=3000"),
        Equals(
            "input 'ffr:a,port=3000': expected the option speed=N, loop or from=SECONDS, found 'port=3000'"));
}

TEST_CASE("parse_input_spec: an error names the text, what was expected and what was found", "[spec]")
{
    CHECK_THROWS_WITH(parse_input_spec("dis:239.1.2.300"),
                      Equals("input 'dis:239.1.2.300': expected an IPv4 group or address, or any, found "
                             "'239.1.2.300'"));
    CHECK_THROWS_WITH(parse_input_spec("dis:any:0"),
                      Equals("input 'dis:any:0': expected a port of 1 to 65535, found '0'"));
    CHECK_THROWS_WITH(parse_input_spec("ffr:"),
                      Equals("input 'ffr:': expected the name of a file, found nothing"));
    CHECK_THROWS_WITH(
        parse_input_spec("groups:239.1.2.3/5000:3000@lo"),
        Equals("input 'groups:239.1.2.3/5000:3000@lo': expected 1 to 4096 groups (max_groups 4096, "
               "the last group 239.255.255.255), found '5000'"));
    CHECK_THROWS_WITH(parse_input_spec("udp:5000"),
                      Equals("input 'udp:5000': expected dis:, groups:, json:, peer:, ffr: or pcap: at the "
                             "beginning, found 'udp:5000'"));
}

TEST_CASE("parse_output_spec: PDUs go to an address, in bundles where these may be", "[spec]")
{
    const Ipv4 group = 239U << 24U | 1U << 16U | 2U << 8U | 3U;
    CHECK(parse_output_spec("dis:239.1.2.3@lo,bundle", true) == DisSpec{{group, 3000}, "lo", true});
    CHECK_THROWS_WITH(parse_output_spec("dis:239.1.2.3,bundl", true),
                      Equals("output 'dis:239.1.2.3,bundl': expected the option bundle, found 'bundl'"));
    for (const char* text : {"dis:any", "json:-", "127.0.0.1:7118", "dis:239.1.2.3,bundle"})
        CHECK_THROWS_WITH(parse_output_spec(text, false),
                          Equals(std::string{"output '"} + text +
                                 "': expected dis:GROUP|ADDR[:PORT][@IFACE], found '" + text + "'"));
}

TEST_CASE("parse_input_spec: each part that is missing or wrong is refused", "[spec]")
{
    const auto* text = GENERATE(
        "", "dis", "dis:any:", "dis:any:65536", "dis:any:3000x", "dis:any@", "dis:3000", "dis:any,loop",
        "dis:,", "groups:", "groups:239.1.2.3", "groups:239.1.2.3/20", "groups:239.1.2.3/20:3000",
        "groups:239.1.2.3/20@lo", "groups:239.1.2.3/0:3000@lo", "groups:10.0.0.1/2:3000@lo",
        "groups:239.255.255.255/2:1@lo", "groups:239.1.2.3/20:3000@lo,loop", "json:", "json:udp",
        "json:udp:", "json:sctp:5000", "json:udp:host:5000", "json:udp:239.1.2.3:5000", "json:-x",
        "json:-,alt=ellipsoid", "json:-,anchor=8", "json:-,anchor=8,91", "json:-,anchor=nan,46",
        "json:-,anchor=8,46,1,999", "json:-,anchor=8,46,1,2,3", "peer:", "peer:h:", "peer:h:x", "peer:[::1",
        "peer:[::1]7118", "peer:h,loop", "pcap:,loop", "ffr:a,speed=0", "ffr:a,speed=inf", "ffr:a,speed",
        "ffr:a,from=-1", "ffr:a,bundle");
    CAPTURE(text);
    CHECK_THROWS_AS(parse_input_spec(text), SpecError);
}
