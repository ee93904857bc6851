#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/link/interrupt.h"
#include "app/link/link.h"
#include "app/link/loop_executor.h"
#include "app/play/waiting_note.h"
#include "app/show/data_store.h"
#include "app/show/document_camera.h"
#include "app/show/layer_set.h"
#include "model/document/document.h"

namespace farfield::app {

/// Why no frame will follow.
struct StreamEnd {
    enum class Reason { Finished, Failed, NodeLost };
    Reason reason = Reason::Finished;
    std::string message;
};

/// What a playback is fed by.
struct PlaySources {
    static constexpr std::chrono::seconds usual_wait{60};

    /// Implicit: most are fed by a node alone.
    PlaySources(net::ClientSettings from, std::optional<net::ClientSettings> of_entities = std::nullopt,
                std::chrono::milliseconds wait = usual_wait)
        : node(std::move(from)), relay(std::move(of_entities)), longest_wait(wait)
    {}

    net::ClientSettings node;
    std::optional<net::ClientSettings> relay;  ///< of layers of entities
    std::chrono::milliseconds longest_wait;    ///< for the first entities, which nothing may ever send
};

/// A session with a node, and where it has entities one with a relay, in which a document is played: its data
/// opened, its layers' programs started. Errors: std::runtime_error (no connection, a refusal by the node, a
/// lost node, no entities, Ctrl-C). Waits as long as the node lives. Threads: the owner's only.
class PlayedDocument {
public:
    /// Frames on their way when the node said that the program has ended arrive within so long of each other.
    static constexpr std::chrono::milliseconds quiet_after_end{300};

    /// As Link::Events has it.
    using Answered =
        std::function<void(const std::string& method, const net::Json& params, const net::Json& result)>;

    /// Connects and opens the data. A document without data needs no node.
    PlayedDocument(const PlaySources& sources, model::Document document, model::Use use,
                   const Interrupt& interrupt, Answered answered = nullptr);

    /// Makes the layers, waits for the results of those that do not tick, then starts the others; where it
    /// throws, nothing is left of them. The stage's GL context is current.
    void start(Stage stage);
    /// Stops the programs. The stage's GL context is current.
    void stop();

    [[nodiscard]] const model::Document& document() const noexcept { return document_; }
    [[nodiscard]] const model::Pace& pace() const noexcept { return pace_; }
    /// Pictures that there will be.
    [[nodiscard]] std::uint64_t frames() const noexcept { return *pace_.frames; }
    [[nodiscard]] LayerSet& layers() noexcept { return *layers_; }
    [[nodiscard]] const DataStore& data() const noexcept { return data_; }
    [[nodiscard]] const SceneFrame& frame() const noexcept { return frame_; }
    [[nodiscard]] const DocumentCamera& camera() const noexcept { return *camera_; }
    /// To the node; of a document without data, to the relay.
    [[nodiscard]] Link& link() noexcept { return document_.data.empty() && relay_ ? *relay_ : link_; }
    [[nodiscard]] const Link& link() const noexcept
    {
        return document_.data.empty() && relay_ ? *relay_ : link_;
    }
    [[nodiscard]] std::string node_name() const;  ///< "farfield-node 0.1.0"
    /// Frames that came before those of layers that tick.
    /// Those of link(), also after its loss.
    [[nodiscard]] net::LinkFigures figures() const { return figures_when_lost_.value_or(link().figures()); }
    [[nodiscard]] std::uint64_t frames_before() const noexcept { return frames_before_; }

    /// Takes the node's news; waits for some for at most so long.
    void wait_for_news(std::chrono::milliseconds at_most) { loop_.run(at_most); }
    /// Why no picture follows: the node is gone or has failed, or has said that a program has ended of which
    /// no frame waits. Frames on their way may still arrive after Finished.
    [[nodiscard]] std::optional<StreamEnd> end() const;
    /// The same of a stage with rings of its own; gives_more: whether a layer whose program has ended has a
    /// frame for the next picture, or had one for each.
    [[nodiscard]] std::optional<StreamEnd>
    end(const std::function<bool(const std::string& layer)>& gives_more) const;
    /// Lines for the user on the pictures so far: of what the camera follows and that none of them has.
    [[nodiscard]] std::vector<std::string> remarks() const;
    /// Layers that are shown and tick.
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
    std::optional<std::string> problem_;  ///< that ends the playback before it begins
    std::optional<StreamEnd> end_;
    struct Ended {
        std::string layer, message;
    };
    std::vector<Ended> ended_;  ///< programs, by themselves
    Link link_;
    std::optional<Link> relay_;
    std::chrono::milliseconds longest_wait_;
    std::string relay_is_down_;  ///< what the node said of the relay behind it; empty: nothing
    DataStore data_;
    SceneFrame frame_;
    std::optional<DocumentCamera> camera_;
    std::map<std::string, bool> followed_;  ///< entities of the camera's keys, and whether they were there
    std::optional<LayerSet> layers_;
    std::uint64_t frames_before_ = 0;
    std::optional<net::LinkFigures> figures_when_lost_;
};

}  // namespace farfield::app
