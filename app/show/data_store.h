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
        std::function<void(const std::string& id)> opened;  ///< also when it was opened again
        std::function<void(const std::string& id, const std::string& why)> refused;
    };

    DataStore(Link& link, Events events);

    /// Opens what is new or has another name or velocity, and forgets what is gone. A refused one is asked
    /// for again once it changes.
    void follow(const model::ById<model::DataSource>& data);
    /// Opens all again with a new link; what is known of them stays meanwhile.
    void link_changed();
    /// Takes a description that the node gave elsewhere.
    void adopt(const std::string& id, const model::DataSource& source, model::DatasetInfo description);
    void adopt(const std::string& id, const model::DataSource& source, model::TerrainDescription description);

    /// Null: not open.
    [[nodiscard]] const OpenData* find(const std::string& id) const;
    /// A description is awaited.
    [[nodiscard]] bool is_opening() const noexcept;

private:
    struct Entry {
        model::DataSource source;
        std::optional<OpenData> open;
        bool is_waiting = false;
        std::int64_t call = 0;  ///< while it waits
        /// Replaced when an answer that is under way is of no use any more.
        std::shared_ptr<const bool> asking = std::make_shared<const bool>(true);
    };

    void open(const std::string& id, Entry& entry);
    void cancel(Entry& entry);
    void take(const std::string& id, const net::Json& answer);

    Link& link_;
    Events events_;
    std::map<std::string, Entry> entries_;
};

}  // namespace farfield::app
