#pragma once

#include <QString>
#include <functional>
#include <optional>
#include <vector>

#include "app/layers/entities/entity_table.h"

namespace farfield::app {

/// Height above the ground of an entity in the scene, metres; nullopt where no ground is known.
using HeightAboveGround =
    std::function<std::optional<double>(const KnownEntity& entity, std::uint64_t now_ns)>;

/// CSV table of entities, with a heading that names units: RFC 4180, UTF-8. Values sent beside states
/// have a column for each name.
[[nodiscard]] QByteArray entity_csv(const std::vector<const KnownEntity*>& entities, std::uint64_t now_ns,
                                    const HeightAboveGround& height);
/// Writes a file. Returns an empty text, or the reason of a failure with the file's name.
[[nodiscard]] QString write_file(const QString& file, const QByteArray& bytes);

}  // namespace farfield::app
