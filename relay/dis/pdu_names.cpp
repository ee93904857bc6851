#include "relay/dis/pdu_names.h"

#include <array>

namespace farfield::net::dis {

namespace {
/// Names of the types from 1 on; "-R" marks the types with reliability.
constexpr std::array<std::string_view, named_pdu_types> pdu_names{
    "Entity State",
    "Fire",
    "Detonation",
    "Collision",
    "Service Request",
    "Resupply Offer",
    "Resupply Received",
    "Resupply Cancel",
    "Repair Complete",
    "Repair Response",
    "Create Entity",
    "Remove Entity",
    "Start/Resume",
    "Stop/Freeze",
    "Acknowledge",
    "Action Request",
    "Action Response",
    "Data Query",
    "Set Data",
    "Data",
    "Event Report",
    "Comment",
    "Electromagnetic Emission",
    "Designator",
    "Transmitter",
    "Signal",
    "Receiver",
    "IFF",
    "Underwater Acoustic",
    "Supplemental Emission/Entity State",
    "Intercom Signal",
    "Intercom Control",
    "Aggregate State",
    "IsGroupOf",
    "Transfer Ownership",
    "IsPartOf",
    "Minefield State",
    "Minefield Query",
    "Minefield Data",
    "Minefield Response NACK",
    "Environmental Process",
    "Gridded Data",
    "Point Object State",
    "Linear Object State",
    "Areal Object State",
    "TSPI",
    "Appearance",
    "Articulated Parts",
    "LE Fire",
    "LE Detonation",
    "Create Entity-R",
    "Remove Entity-R",
    "Start/Resume-R",
    "Stop/Freeze-R",
    "Acknowledge-R",
    "Action Request-R",
    "Action Response-R",
    "Data Query-R",
    "Set Data-R",
    "Data-R",
    "Event Report-R",
    "Comment-R",
    "Record-R",
    "Set Record-R",
    "Record Query-R",
    "Collision-Elastic",
    "Entity State Update",
    "Directed Energy Fire",
    "Entity Damage Status",
    "Information Operations Action",
    "Information Operations Report",
    "Attribute",
};
}  // namespace

std::string_view pdu_name(std::uint8_t type) noexcept
{
    if (type == 0 || type > named_pdu_types) return {};
    return pdu_names[type - 1U];
}

}  // namespace farfield::net::dis
