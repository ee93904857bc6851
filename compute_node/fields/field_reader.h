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
        Heading,  ///< when its time steps are, and in which unit its values
        Times,    ///< of many files with a step each, when each of these is: the times of the heading
        Step,     ///< grid and arrays of one time step
        Shape,    ///< where the nodes of a rectilinear grid lie, and its scalars without values
        Part      ///< as Step, of a box of these nodes that is whole along x
    };
    What what = What::Step;
    std::string dataset = {};  ///< its name: a reader may keep what it knows of a dataset
    std::vector<std::filesystem::path> files = {};
    std::string velocity = {};  ///< the vector to trace, by name; "": as velocity_choice.h chooses
    std::uint64_t max_nodes = 0;
    std::uint64_t time_step = 0;
    /// Read no other scalar than this one, where the format allows to leave some out.
    std::optional<std::string> only_scalar = std::nullopt;
    NodeBox box = {};                      ///< of a Part
    std::vector<std::string> blocks = {};  ///< names, or numbers from 1, of those to read; none: all

    /// All it consists of (archive.h).
    template <class Parts>
    void parts(Parts& with)
    {
        with(what, dataset, files, velocity, max_nodes, time_step, only_scalar, box, blocks);
    }
};

struct ReadAnswer {
    FileHeading heading;  ///< of Heading
    GridData data;        ///< of the others

    /// All it consists of (archive.h).
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

    /// cancel: the reading is cancelled; read() throws then, where it can be interrupted. Throws
    /// std::runtime_error: one line that names the file, the expected and the found.
    [[nodiscard]] virtual ReadAnswer read(const ReadRequest& request,
                                          const std::stop_token& cancel = {}) const = 0;

    /// The program ends: readings that go on, and later ones, throw, where they can be interrupted.
    virtual void stop() {}
};

/// Reads them in this process, with the libraries that know their formats. What these do with a file that is
/// damaged, or was made to do harm, they do to this process.
[[nodiscard]] std::shared_ptr<FieldReader> reader_in_this_process();

}  // namespace farfield::compute
