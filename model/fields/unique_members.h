#pragma once

#include "model/fields/json.h"

#include <set>
#include <string>
#include <vector>

namespace farfield::model {

/// Watches JSON being parsed for objects that have a member twice: parsers keep one of the two in silence.
/// For one text. Called by a parser's callback for each event.
class UniqueMembers {
public:
    /// The name of a member that is there for a second time; null: none.
    [[nodiscard]] const std::string* take(Json::parse_event_t event, const Json& parsed)
    {
        if (event == Json::parse_event_t::object_start) names_.emplace_back();
        if (event == Json::parse_event_t::object_end) names_.pop_back();
        if (event != Json::parse_event_t::key) return nullptr;
        const auto& name = parsed.get_ref<const std::string&>();
        return names_.back().insert(name).second ? nullptr : &name;
    }

private:
    std::vector<std::set<std::string>> names_;  ///< [objects that are open]
};

}  // namespace farfield::model
