#pragma once

#include <string>

namespace farfield::compute {

/// A reference system as WKT (WKT2:2019). text: GridData::crs_wkt, which is WKT already or PROJ's parameters,
/// "+proj=...". Empty where PROJ refuses these. Not for a process that reads files, since PROJ opens files of
/// its own.
[[nodiscard]] std::string wkt_of_system(const std::string& text);

}  // namespace farfield::compute
