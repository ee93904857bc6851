#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/show/data_map.h"
#include "app/show/data_store.h"
#include "app/show/earth_frame.h"
#include "model/document/document.h"
#include "render/scene/scene.h"

namespace farfield::app {

struct SceneFrame;

/// Finds the place of a document's data on the Earth, and keeps the result while the data stay as they are:
/// it takes time. Threads: one at a time.
class EarthPlaces {
public:
    /// Completes a frame whose base is known.
    void complete(SceneFrame& frame, const model::Document& document, const DataStore& data);

private:
    struct Base {
        std::optional<model::TerrainDescription> terrain;
        std::optional<model::DatasetInfo> dataset;
        std::optional<model::SceneAnchor> anchor;
        bool has_entities = false;
        friend bool operator==(const Base&, const Base&) = default;
    };
    struct Kept {
        model::DatasetInfo dataset;
        std::shared_ptr<const DataMap> map;
    };

    void take_base(SceneFrame& frame, const Base& base);
    void take_plane(const model::DatasetInfo& dataset);
    void take_data(SceneFrame& frame, const std::string& id, const OpenData& open, const OpenData& base);

    std::optional<Base> base_;
    std::shared_ptr<const EarthBase> entities_;
    std::shared_ptr<const EarthFrame> earth_;
    std::map<std::string, std::optional<Kept>> maps_;  ///< by id of data
};

/// The way of a dataset's transform; decides it where the document leaves it automatic.
[[nodiscard]] model::DataTransform::Way way_of(const OpenData& data, const OpenData& base, bool is_base,
                                               bool base_is_on_earth);

}  // namespace farfield::app
