#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/link/link.h"
#include "app/link/loop_executor.h"
#include "app/play/interrupt.h"
#include "app/play/waiting_note.h"
#include "app/show/data_store.h"
#include "app/show/document_camera.h"
#include "app/show/layer_set.h"
#include "model/document/document.h"

namespace farfield::app {

/// Reason why no frame will follow.
struct StreamEnd {
    enum class Reason { Finished, Failed, NodeLost };
    Reason reason = Reason::Finished;
    std::string message;
};

/// Sources of a playback: a node, and for entities a relay.
struct PlaySources {
    static constexpr std::chrono::seconds usual_wait{60};

    /// Implicit: most playbacks have a node alone.
    PlaySources(net::ClientSettings from, std::optional<net::ClientSettings> of_entities = std::nullopt,
                std::chrono::milliseconds wait = usual_wait)
        : node(std::move(from)), relay(std::move(of_entities)), longest_wait(wait)
    {}

    net::ClientSettings node;
    std::optional<net::ClientSettings> relay;  ///< for layers of entities
    std::chrono::milliseconds longest_wait;    ///< for the first entities, which may never arrive
};

/// A session with a node, and one with a relay for entities, in which a document is played: its data
/// opened, its layers' programs started. Errors: std::runtime_error (no connection, a refusal by the node, a
/// lost node, no entities, Ctrl-C). Waits as long as the node lives. Threads: the owner's only.
class PlayedDocument {
public:
    /// Longest gap between frames that are still on their way after the node reported the program's end.
    static constexpr std::chrono::milliseconds quiet_after_end{300};

    /// Callback for results of calls: Link::Events::answered.
    using Answered =
        std::function<void(const std::string& method, const net::Json& params, const net::Json& result)>;

    /// Connects and opens the data. A document without data needs no node.
    PlayedDocument(const PlaySources& sources, model::Document document, model::Use use,
                   const Interrupt& interrupt, Answered answered = nullptr);

    /// Makes the layers, waits for the results of those that do not tick, then starts the others; after an
    /// exception no layers are left. The stage's GL context is current.
    void start(Stage stage);
    /// Stops the programs. The stage's GL context is current.
    void stop();

    [[nodiscard]] const model::Document& document() const noexcept { return document_; }
    [[nodiscard]] const model::Pace& pace() const noexcept { return pace_; }
    /// Number of pictures of the playback.
    [[nodiscard]] std::uint64_t frames() const noexcept { return *pace_.frames; }
    [[nodiscard]] LayerSet& layers() noexcept { return *layers_; }
    [[nodiscard]] const DataStore& data() const noexcept { return data_; }
    [[nodiscard]] const SceneFrame& frame() const noexcept { return frame_; }
    [[nodiscard]] const DocumentCamera& camera() const noexcept { return *camera_; }
    /// Link to the node; for a document without data, to the relay.
    [[nodiscard]] Link& link() noexcept { return document_.data.empty() && relay_ ? *relay_ : link_; }
    [[nodiscard]] const Link& link() const noexcept
    {
        return document_.data.empty() && relay_ ? *relay_ : link_;
    }
    [[nodiscard]] std::string node_name() const;  ///< such as "farfield-node 0.1.0"
    /// Link figures, and the number of frames that arrived before those of ticking layers.
    /// The figures are those of link(), also after its loss.
    [[nodiscard]] net::LinkFigures figures() const { return figures_when_lost_.value_or(link().figures()); }
    [[nodiscard]] std::uint64_t frames_before() const noexcept { return frames_before_; }

    /// Takes news of node and relay; waits for some for up to at_most.
    void wait_for_news(std::chrono::milliseconds at_most) { loop_.run(at_most); }
    /// Reason why no picture follows: the node is lost or failed, or a program has ended and its layer has
    /// no waiting frame. Frames on their way may still arrive after Finished.
    [[nodiscard]] std::optional<StreamEnd> end() const;
    /// Reason like end()'s, for a stage with rings of its own. gives_more: true if a layer with an ended
    /// program still has a frame for the next picture, or had one for each.
    [[nodiscard]] std::optional<StreamEnd>
    end(const std::function<bool(const std::string& layer)>& gives_more) const;
    /// Remarks for the user on the pictures so far: entities that the camera follows and that were in none.
    [[nodiscard]] std::vector<std::string> remarks() const;
    /// Ids of the layers that are shown and tick.
    [[nodiscard]] std::vector<std::string> ticking() const;

private:
    void wait_until(const std::function<bool()>& condition,
                    const std::function<std::string()>& what = nullptr);
    void take_relay_state(const net::Json& params);
    [[nodiscard]] std::string awaited_answer() const;
    [[nodiscard]] std::string awaited_entities() const;
    void connect(const PlaySources& sources);
    [[nodiscard]] Link::Events link_events();
    [[nodiscard]] LayerSet::Events events();
    void start_layers();
    void wait_for_entities();
    void follow_entities();
    [[nodiscard]] bool programs_run();

    const Interrupt& interrupt_;
    model::Document document_;
    model::Use use_;
    model::Pace pace_;
    LoopExecutor loop_;
    std::optional<std::string> problem_;  ///< failure before the playback begins
    std::optional<StreamEnd> end_;
    struct Ended {
        std::string layer, message;
    };
    std::vector<Ended> ended_;  ///< programs that ended without a failure
    Link link_;
    std::optional<Link> relay_;
    std::chrono::milliseconds longest_wait_;
    std::string relay_is_down_;  ///< message of the node about the relay behind it; empty: none
    DataStore data_;
    SceneFrame frame_;
    std::optional<DocumentCamera> camera_;
    std::map<std::string, bool> followed_;  ///< entities that the camera follows; true: seen
    std::optional<LayerSet> layers_;
    std::uint64_t frames_before_ = 0;
    std::optional<net::LinkFigures> figures_when_lost_;
};

}  // namespace farfield::app
