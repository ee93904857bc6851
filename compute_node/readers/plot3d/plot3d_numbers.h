#pragma once

#include "compute_node/readers/plot3d/plot3d_layout.h"

#include <filesystem>
#include <fstream>
#include <vector>

namespace farfield::compute {

/// The numbers of a complete PLOT3D file behind its header, in order. Borrows the text.
class Plot3dNumbers {
public:
    Plot3dNumbers(const std::filesystem::path& file, const Plot3dLayout& layout,
                  const std::vector<double>& text);

    /// Skips record marks: call these two before and after the numbers of a record.
    void begin_record() { pass_mark(); }
    void end_record() { pass_mark(); }
    [[nodiscard]] std::vector<double> reals(std::size_t count);
    [[nodiscard]] std::vector<std::int32_t> integers(std::size_t count);

private:
    void pass_mark();
    [[nodiscard]] std::vector<char> bytes(std::size_t count);
    template <class Number>
    [[nodiscard]] std::vector<Number> numbers(std::size_t count);

    const std::filesystem::path& file_;
    const Plot3dLayout& layout_;
    const std::vector<double>& text_;
    std::ifstream in_;
    std::size_t at_ = 0;  ///< index in the text's numbers
};

}  // namespace farfield::compute
