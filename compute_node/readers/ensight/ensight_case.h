#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace farfield::compute {

/// A line of a case that names a file: "vector per node: 1 1 velocity a.vel".
struct EnsightEntry {
    std::string kind;  ///< text up to the colon, included: "model:", "vector per node:"
    std::string name;  ///< name of a variable
    std::string file;
    std::optional<long> time_set, file_set;
    std::vector<std::string> more;  ///< words behind the file's name

    [[nodiscard]] bool is_vector() const { return kind.starts_with("vector"); }
    [[nodiscard]] bool is_tensor() const { return kind.starts_with("tensor"); }
    [[nodiscard]] bool is_measured() const { return kind.find("measured") != std::string::npos; }
};

struct EnsightTimeSet {
    long number = 1;
    std::vector<double> times;  ///< at least one
    std::vector<long> numbers;  ///< numbers of files, for the asterisks in their names; empty without
};

/// A file set: files with several steps each, one behind the other.
struct EnsightFileSet {
    struct Part {
        std::optional<long> index;  ///< number for the asterisks in a file's name
        std::size_t steps = 0;
    };
    long number = 1;
    std::vector<Part> parts;
};

/// The contents of a case.
struct EnsightCase {
    std::filesystem::path file;
    bool is_gold = false;
    EnsightEntry model;
    std::vector<EnsightEntry> variables;  ///< a complex variable has two: real and imaginary part
    std::vector<EnsightTimeSet> time_sets;
    std::vector<EnsightFileSet> file_sets;
    std::vector<std::string> remarks;  ///< remarks on statements that are ignored

    /// The set of this number; null where there is none.
    [[nodiscard]] const EnsightTimeSet* time_set(long number) const;
    [[nodiscard]] const EnsightFileSet* file_set(long number) const;
};

/// Reads a case. Lines that the format does not have, and references to time and file sets that are not
/// there, are errors. Throws std::runtime_error with the file, the line, the expected and the found. Source:
/// EnSight User Manual, "EnSight Gold Case File Format".
[[nodiscard]] EnsightCase read_ensight_case(const std::filesystem::path& case_file);

}  // namespace farfield::compute
