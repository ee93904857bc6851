#include <array>
#include <cmath>
#include <exception>
#include <string>

#include "relay/dis/entity_state.h"
#include "relay/json/json_entities.h"
#include "relay/json/line_splitter.h"
#include "tests/fuzz/fuzz_targets.h"

namespace farfield::fuzz {

namespace {

using namespace farfield::net;
using namespace farfield::net::relay;

constexpr std::array json_lines{
    R"({"id": "drifter 7", "lon": -121.9, "lat": 36.6, "alt": 0, "speed": 0.4, "heading": 200, "salinity": 33.5})",
    R"({"id": "robot", "x": 1.5, "y": -2, "z": 0, "heading": 90, "pitch": 5, "roll": -3, "t": 1700000000.25})",
    R"({"id": "Boje \u00e9", "lon": 8, "lat": 46, "kind": "land", "force": "friendly", "label": "<b>7</b>"})",
    R"([[[[{"id": null, "lon": 1e308, "lat": -1e-308}]]]])"};

/// The messages of what could be read: within their limits, and PDUs that are read again.
void check_messages(JsonEntities& entities, const JsonEntity& line)
{
    for (const Message& message : entities.messages_of(line, {.arrival_ns = 1'700'000'000'000'000'000})) {
        require(message.bytes.size() <= max_message_bytes, "a message that is too long");
        if (message.kind != RecordKind::Dis) continue;
        dis::Pdu pdu;
        dis::EntityState state;
        require(dis::read_pdu(message.bytes, pdu) == dis::PduFault::None, "a line that became no PDU");
        require(dis::read_entity_state(pdu, state) == dis::PduFault::None, "a line that became no state");
    }
}

}  // namespace

void fuzz_json_lines(Mutator& mutator)
{
    JsonEntities entities{{.max_entities = 3}};
    LineSplitter splitter{max_json_line};
    std::string text;
    for (std::size_t left = mutator.below(6); left > 0; --left)
        text += mutator.spoilt(json_lines.at(mutator.below(json_lines.size()))) + "\n";
    std::size_t lines = 0;
    const auto take = [&](std::string_view line) {
        ++lines;
        require(line.size() <= max_json_line, "a line that is too long");
        try {
            check_messages(entities, read_json_line(line, LineFrame{}));
        } catch (const std::logic_error&) {
            throw;
        } catch (const std::exception&) {
            // Refused, and said why.
        }
    };
    const auto pass_over = [&lines] { ++lines; };
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t size = 1 + mutator.below(text.size() - at);
        splitter.add(std::string_view{text}.substr(at, size), take, pass_over);
        at += size;
    }
    splitter.end(take, pass_over);
    require(lines <= text.size(), "more lines than bytes");
}

}  // namespace farfield::fuzz
