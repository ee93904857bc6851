#pragma once

#include "compute_node/readers/tecplot/tecplot_file.h"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace farfield::compute {

/// The keys of a zone and their values, as the file spells them.
class TecplotHeader {
public:
    /// Adds a key, in capitals, with its value.
    void add(const std::string& key, const std::string& value) { values_[key] = value; }

    /// The zone without its numbers. Throws std::runtime_error for parts not understood or not supported.
    [[nodiscard]] TecplotZone zone(std::size_t variables) const;
    /// The zone, from 1, that this zone takes a variable's values from; 0: its own. before: number of zones.
    [[nodiscard]] std::size_t shared_from(std::size_t variable, std::size_t before) const;
    /// The zone, from 1, whose corners this zone shares; 0: its own.
    [[nodiscard]] std::size_t corners_from(std::size_t before) const;
    [[nodiscard]] bool is_passive(std::size_t variable) const;
    /// True: all variables of a node stand together. False: all nodes of a variable do.
    [[nodiscard]] bool by_points() const;

private:
    [[nodiscard]] std::string value(std::initializer_list<const char*> keys) const;
    [[nodiscard]] std::size_t count(std::initializer_list<const char*> keys) const;

    std::map<std::string, std::string> values_;
};

/// The numbers in a list such as "[1,3-5]" or "([1-2]=7, [4]=2)", each with the text behind the equals sign
/// of its group, or "". Numbers count from 1; those over a limit of 10,000 are left out.
[[nodiscard]] std::vector<std::pair<std::size_t, std::string>> tecplot_set(const std::string& list);

}  // namespace farfield::compute
