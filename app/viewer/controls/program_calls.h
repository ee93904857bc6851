#pragma once

#include "app/viewer/controls/session_model.h"
#include "net/message/control_messages.h"

namespace farfield::app {

[[nodiscard]] std::uint64_t bytes_of_frame(std::uint64_t particles) noexcept;

/// Of a program `particles`.
[[nodiscard]] model::ParticleParams particle_params(const std::vector<model::Rake>& rakes,
                                                    const ParticleSettings& settings);

/// Of a program `lines`.
[[nodiscard]] model::LineParams line_params(const std::vector<model::Rake>& rakes,
                                            const LineSettings& settings, const std::string& scalar,
                                            std::uint32_t parts);

/// The datasets to try to show first, in this order. open: the one shown before, if any; preferred: asked
/// for, may be empty; either is then the only one. Else what the user most likely brought: a recording, a few
/// files, a built-in field.
[[nodiscard]] std::vector<std::string> first_choices(const std::vector<net::DatasetEntry>& datasets,
                                                     const std::string& open, const std::string& preferred);

}  // namespace farfield::app
