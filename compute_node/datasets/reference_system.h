#pragma once

#include <string>

namespace farfield::compute {

/// A reference system as WKT (WKT2:2019). text: GridData::crs_wkt, WKT already or PROJ's parameters,
/// "+proj=...". Empty where PROJ does not take those. Not for a process that reads files: PROJ looks for its
/// own.
[[nodiscard]] std::string wkt_of_system(const std::string& text);

}  // namespace farfield::compute
