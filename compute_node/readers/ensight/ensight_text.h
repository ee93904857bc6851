#pragma once

#include "compute_node/readers/common/mapped_file.h"
#include "compute_node/readers/common/named_file.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace farfield::compute {

/// A step of several in a file, each between the marks BEGIN TIME STEP and END TIME STEP.
struct EnsightFileStep {
    std::size_t number = 0;  ///< from 0
    std::size_t of = 1;      ///< as many as the case says that the file has
};

/// The bytes of a file of a case, mapped for as long as it lives; or those of one of its steps, in text or in
/// binary, behind the word that says the form of a binary geometry.
class EnsightText {
public:
    /// Throws std::runtime_error that names the file, and how many steps it has where there are fewer.
    EnsightText(const std::filesystem::path& file, const std::optional<EnsightFileStep>& step);

    [[nodiscard]] std::string_view bytes() const { return own_ ? std::string_view{*own_} : mapped_.bytes(); }
    /// Rewrites the numbers of a text in C's spelling.
    void make_numbers_plain();
    /// A file with these bytes, for libraries that open files by their names.
    [[nodiscard]] NamedFile named() const { return own_ ? NamedFile{bytes()} : NamedFile{file_}; }

private:
    std::filesystem::path file_;
    MappedFile mapped_;
    std::optional<std::string> own_;
};

/// Throws as EnsightText() where a file lacks a step, or one before it.
void check_ensight_step(const std::filesystem::path& file, const EnsightFileStep& step);

}  // namespace farfield::compute
