#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/show/data_store.h"
#include "app/show/layer.h"
#include "app/show/layer_requests.h"
#include "model/document/document.h"

namespace farfield::app {

/// A layer of the document that is present, with its requests.
struct LayerEntry {
    std::string kind;
    bool is_of_relay = false;  ///< it has no data
    std::string data;          ///< name of the data that its programs are on
    std::string data_id;       ///< in the document
    std::unique_ptr<Layer> layer;
    std::unique_ptr<LayerRequests> requests;
    std::string fault;                  ///< why it cannot ask for what it shows, as reported; else empty
    bool is_active = false;             ///< visible, and its data is open
    std::optional<double> live_start;   ///< as in LayerState
    std::optional<double> led_seconds;  ///< as in LayerState
};

/// A document with its open data and present layers: what clock, frame and requests of a scene share. The
/// entries are there once all layers of the document have been made.
struct LayerTable {
    model::Use use = model::Use::Window;
    model::Document document;
    const DataStore* data = nullptr;
    std::vector<std::string> order;  ///< ids of layers, lowest first
    std::map<std::string, LayerEntry, std::less<>> entries;

    [[nodiscard]] LayerEntry& at(const std::string& id) { return entries.at(id); }
    [[nodiscard]] const LayerEntry& at(const std::string& id) const { return entries.at(id); }
    [[nodiscard]] const model::Layer& in_document(const std::string& id) const
    {
        return document.layers.at(id);
    }
};

}  // namespace farfield::app
