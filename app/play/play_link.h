#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "app/document/script.h"
#include "app/play/ground_answers.h"
#include "app/play/play_session.h"
#include "app/play/script_camera.h"
#include "model/data/terrain_info.h"

namespace farfield::app {

/// A script's session with a node: its dataset opened, its program started, and the news of it. Frames flow
/// once attach() has been called. Threads: the owner's only.
class PlayLink {
public:
    /// Frames on their way when the node said that the program has ended arrive within so long of each other.
    static constexpr std::chrono::milliseconds quiet_after_end{300};

    /// Connects and starts. rate: most frames a second, 0 for as fast as it goes.
    /// Throws std::runtime_error (no connection, no answer, interrupted) or net::RpcError (the node said no).
    PlayLink(const net::ClientSettings& settings, const Script& script, double rate,
             const Interrupt& interrupt);

    /// Of a terrain, its name and bounds.
    [[nodiscard]] const net::DatasetInfo& dataset() const noexcept { return dataset_; }
    [[nodiscard]] const std::optional<model::TerrainDescription>& terrain() const noexcept
    {
        return terrain_;
    }
    /// What lies over the terrain.
    [[nodiscard]] const GroundAnswers& ground() const noexcept { return ground_; }
    /// That came before those of the program: of what lies over the terrain.
    [[nodiscard]] std::uint64_t frames_before() const noexcept { return frames_before_; }
    [[nodiscard]] const ScriptCamera& camera() const noexcept { return *camera_; }
    [[nodiscard]] const net::ProgramStart& start() const noexcept { return start_; }
    [[nodiscard]] const net::ProgramState& program() const noexcept { return program_; }
    [[nodiscard]] const std::vector<model::Rake>& rakes() const noexcept { return rakes_; }
    [[nodiscard]] std::string node_name() const { return session_.node_name(); }  ///< "farfield-node 0.1.0"
    [[nodiscard]] net::Client& client() noexcept { return session_.client(); }

    void attach(net::FrameRing& ring) { client().attach(program_.stream, ring); }
    void detach() { client().detach(program_.stream); }

    /// Waits until a frame arrives or the stream ends, unless that has happened since the last call; at most
    /// so long.
    void wait_for_news(std::chrono::milliseconds at_most) { session_.wait_for_news(at_most); }
    /// Set once the node has said so, or is gone. Frames on their way may still arrive after Finished.
    [[nodiscard]] std::optional<StreamEnd> end() const { return session_.end_of(program_.stream); }

private:
    [[nodiscard]] net::Json particle_params(const Script& script) const;
    [[nodiscard]] net::Json line_params(model::LineParams params) const;
    [[nodiscard]] net::Json terrain_params(const Script& script) const;
    void open_dataset(const Script& script, const Interrupt& interrupt);
    void open_terrain(const Script& script, const Interrupt& interrupt);
    void start_program(const Interrupt& interrupt);

    PlaySession session_;
    net::DatasetInfo dataset_;
    std::optional<model::TerrainDescription> terrain_;
    GroundAnswers ground_;
    std::uint64_t frames_before_ = 0;
    std::optional<ScriptCamera> camera_;
    std::vector<model::Rake> rakes_;
    net::ProgramStart start_;
    net::ProgramState program_;
};

}  // namespace farfield::app
