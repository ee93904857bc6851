#pragma once

#include "compute_node/readers/common/mapped_file.h"
#include "compute_node/readers/common/named_file.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace farfield::compute {

/// A step among several in a file, each between the marks BEGIN TIME STEP and END TIME STEP.
struct EnsightFileStep {
    std::size_t number = 0;  ///< from 0
    std::size_t of = 1;      ///< number of steps that the case gives the file
};

/// The bytes of a file of a case, mapped while this object lives; or a copy of those of one of its steps, in
/// text or in binary. The copy of a binary geometry begins with the word that says its form.
class EnsightText {
public:
    /// Throws std::runtime_error with the file's name, and the number of its steps where it has too few.
    EnsightText(const std::filesystem::path& file, const std::optional<EnsightFileStep>& step);

    [[nodiscard]] std::string_view bytes() const { return own_ ? std::string_view{*own_} : mapped_.bytes(); }
    /// Rewrites the numbers of the text in C's spelling.
    void make_numbers_plain();
    /// Removes values of ghost elements from the text of a variable, which VTK does not pass over.
    void leave_out_ghosts();
    /// Makes a file with these bytes, for libraries that open files by their names.
    [[nodiscard]] NamedFile named() const { return own_ ? NamedFile{bytes()} : NamedFile{file_}; }

private:
    std::filesystem::path file_;
    MappedFile mapped_;
    std::optional<std::string> own_;
};

/// Throws as EnsightText() where a file lacks this step, or one before it.
void check_ensight_step(const std::filesystem::path& file, const EnsightFileStep& step);

}  // namespace farfield::compute
