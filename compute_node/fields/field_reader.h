#pragma once

#include "compute_node/fields/file_heading.h"
#include "compute_node/grids/grid_data.h"
#include "compute_node/grids/node_box.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace farfield::compute {

/// A request for one file, or for a pair of files.
struct ReadRequest {
    enum class What : std::uint8_t {
        Heading,  ///< times of its steps, and unit of its values
        Times,    ///< of many files with a step each: the time of each, as the heading's times
        Step,     ///< grid and arrays of one time step
        Shape,    ///< coordinates of a rectilinear grid's nodes, and its scalars without values
        Part      ///< as Step, for a box of these nodes that is whole along x
    };
    What what = What::Step;
    std::string dataset = {};  ///< name of the dataset: a reader may keep what it knows of one
    std::vector<std::filesystem::path> files = {};
    std::string velocity = {};  ///< the vector to trace, by name; "": as velocity_choice.h chooses
    std::uint64_t max_nodes = 0;
    std::uint64_t time_step = 0;
    /// Scalar that is needed: the others are left out, where the format allows that.
    std::optional<std::string> only_scalar = std::nullopt;
    NodeBox box = {};                      ///< nodes to read for a Part
    std::vector<std::string> blocks = {};  ///< names, or numbers from 1, of those to read; none: all

    /// Serialisation: visits all members (archive.h).
    template <class Parts>
    void parts(Parts& with)
    {
        with(what, dataset, files, velocity, max_nodes, time_step, only_scalar, box, blocks);
    }
};

struct ReadAnswer {
    FileHeading heading;  ///< answer to Heading and Times
    GridData data;        ///< answer to the others

    /// Serialisation: visits all members (archive.h).
    template <class Parts>
    void parts(Parts& with)
    {
        with(heading.times, heading.units, heading.dates, heading.shape, data);
    }
};

/// Reads files of fields. Threads: any.
class FieldReader {
public:
    virtual ~FieldReader() = default;

    /// Reads what is requested. cancel: when it is stopped, read() throws, where reading can be interrupted.
    /// Throws std::runtime_error: one line that names the file, the expected and the found.
    [[nodiscard]] virtual ReadAnswer read(const ReadRequest& request,
                                          const std::stop_token& cancel = {}) const = 0;

    /// Ends all readings when the program ends: those that go on, and later ones, throw, if interruptible.
    virtual void stop() {}
};

/// Reads files in this process, with the libraries that know their formats. Harm that these libraries do,
/// with a file that is damaged or malicious, happens to this process.
[[nodiscard]] std::shared_ptr<FieldReader> reader_in_this_process();

}  // namespace farfield::compute
