#pragma once

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/end_to_end/node_process.h"
#include "tests/temporary_folder.h"

namespace farfield::app::test {

using farfield::test::NodeProcess;
using farfield::test::read_text;
using farfield::test::TemporaryFolder;

/// 20 frames of 100 particles, each of 1,664 bytes.
inline constexpr auto script = "dataset = 'analytic:abc:16'\nframes = 20\nsize = [160, 120]\n"
                               "[[rake]]\nkind = 'line'\nfrom = [1, 1, 1]\nto = [5, 5, 5]\nseeds = 10\n"
                               "particles_per_seed = 10\n";

inline std::string long_script()
{
    std::string text = script;
    return text.replace(text.find("frames = 20"), std::string("frames = 20").size(), "frames = 100000");
}

/// A script in a folder of its own, which is played there.
class Bench {
public:
    explicit Bench(const std::string& text = script) { folder.write("s.toml", text); }

    [[nodiscard]] std::vector<std::string> play(const NodeProcess& node, const std::string& report) const
    {
        return play(node.port(), report);
    }
    [[nodiscard]] std::vector<std::string> play(std::uint16_t port, const std::string& report) const
    {
        return {"play",
                folder / "s.toml",
                "--report",
                folder / report,
                "--headless",
                "--node",
                "127.0.0.1:" + std::to_string(port)};
    }
    [[nodiscard]] nlohmann::json report(const std::string& name) const
    {
        return nlohmann::json::parse(read_text(folder / name / "report.json"));
    }
    /// One column of frames.csv.
    [[nodiscard]] std::vector<std::string> column(const std::string& name, std::size_t index) const
    {
        std::istringstream csv(read_text(folder / name / "frames.csv"));
        std::vector<std::string> values;
        for (std::string line; std::getline(csv, line);) {
            std::istringstream cells(line);
            std::string cell;
            for (std::size_t i = 0; i <= index; ++i) std::getline(cells, cell, ',');
            values.push_back(cell);
        }
        return values;
    }

    TemporaryFolder folder;
};

inline constexpr std::size_t hash_column = 9;  ///< of frames.csv

}  // namespace farfield::app::test
