#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "model/calls/relay.h"
#include "model/programs/bundles/entities.h"
#include "relay/files/file_input.h"
#include "relay/json/json_reader.h"
#include "relay/sockets/classification.h"
#include "relay/sockets/input_watch.h"
#include "relay/sockets/shard_set.h"

namespace farfield::net::relay {

/// The inputs of a relay, opened as configured. A failing input does not prevent the others.
/// Threads: one at a time.
class Inputs {
public:
    /// specs: of parse_input_spec(). Throws SpecError for a text that
    /// is malformed, model::LimitError (max_inputs), and SocketError when none could be opened.
    Inputs(std::span<const std::string> specs, ShardSet& shards, JsonReader& lines);

    /// Kinds by number of the input; for the shards' classifier, which is made before the inputs.
    [[nodiscard]] static std::vector<DatagramKind> kinds_of(std::span<const std::string> specs);

    [[nodiscard]] DatagramKind kind(std::size_t input) const { return kinds_[input]; }
    [[nodiscard]] const std::vector<model::RelayInput>& list() const { return list_; }

    /// Starts playing the inputs that are files. calls(input): callbacks for each.
    void play(const std::function<FileInput::Calls(std::uint32_t input)>& calls);
    /// Stops playing: waits for the playing threads.
    void stop_playing() { files_.clear(); }
    /// Notes the state of an input that is another relay. False when it has not changed.
    bool note(std::uint32_t input, model::InputState state, const std::string& message);
    /// An input that is a file has ended. why: an error, or empty.
    void note_ended(std::uint32_t input, const std::string& why);

    /// Joins the groups that an interest needs: those of its addresses, or all. release() leaves them.
    void use(const model::EntitiesParams& params);
    void release(const model::EntitiesParams& params);
    /// Joins again groups that interfaces or the network have lost; to be called now and then. Returns the
    /// inputs whose state or message has changed.
    [[nodiscard]] std::vector<model::RelayInput> look(InputWatch::Time now);

private:
    struct Groups {
        std::uint32_t input = 0;
        std::uint32_t count = 0;
    };

    void open(std::size_t input, const std::string& text);
    void open_file(std::uint32_t input, const FileSpec& spec);
    void for_groups(const model::EntitiesParams& params, const auto& action) const;

    ShardSet& shards_;
    JsonReader& lines_;
    std::vector<DatagramKind> kinds_;
    std::vector<model::RelayInput> list_;
    std::vector<Groups> groups_;
    InputWatch watch_;
    std::vector<std::pair<std::uint32_t, std::unique_ptr<FileInput>>> files_;  ///< by input
};

}  // namespace farfield::net::relay
