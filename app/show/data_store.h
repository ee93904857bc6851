#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "app/link/link.h"
#include "app/show/open_data.h"

namespace farfield::app {

/// Keeps the data of a document open at the node. Threads: the link's.
class DataStore {
public:
    struct Events {
        std::function<void(const std::string& id)> opened;  ///< also when opened again
        std::function<void(const std::string& id, const std::string& why)> refused;
        std::function<void()> awaits = {};  ///< opening() may have changed; may be empty
    };

    DataStore(Link& link, Events events);

    /// Opens new data and data with another name or velocity, and forgets removed ones. Refused data are
    /// opened again once they change.
    void follow(const model::ById<model::DataSource>& data);
    /// Opens all data again with a new link; their descriptions stay meanwhile.
    void link_changed();
    /// Takes data with a description that came in another answer of the node, before the document names them.
    void adopt(const std::string& id, const model::DataSource& source, model::DatasetInfo description);
    void adopt(const std::string& id, const model::DataSource& source, model::TerrainDescription description);
    /// Ends what is being opened; that data is opened again once it changes.
    void cancel_opening();

    /// Open data by id; null: not open.
    [[nodiscard]] const OpenData* find(const std::string& id) const;
    /// Name of the first data source without a description so far; empty when all have arrived.
    [[nodiscard]] std::string opening() const;
    /// True while a description is awaited.
    [[nodiscard]] bool is_opening() const { return !opening().empty(); }

private:
    struct Entry {
        model::DataSource source;
        std::optional<OpenData> open;
        bool is_waiting = false;
        std::int64_t call = 0;  ///< number of the call that is awaited
        /// Guard for an answer under way; replaced when it is no longer needed.
        std::shared_ptr<const bool> asking = std::make_shared<const bool>(true);
    };

    void open(const std::string& id, Entry& entry);
    void cancel(Entry& entry);
    void take(const std::string& id, const net::Json& answer);
    void replace(OpenData data);
    void report_awaits() const;

    Link& link_;
    Events events_;
    std::map<std::string, Entry> entries_;
};

}  // namespace farfield::app
