#pragma once

#include "compute_node/readers/common/mapped_file.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace farfield::compute {

/// The bytes of a file of a case, mapped for as long as it lives. Throws std::runtime_error that names it.
class EnsightText {
public:
    explicit EnsightText(const std::filesystem::path& file) : file_{file}, mapped_{file} {}

    [[nodiscard]] std::string_view all() const { return mapped_.bytes(); }
    /// The bytes of one of several steps, which lie between the marks BEGIN TIME STEP and END TIME STEP, in
    /// text or in binary, behind the word that says the form of a binary geometry. Throws where there are
    /// fewer steps.
    [[nodiscard]] std::string step(std::size_t number) const;

private:
    [[nodiscard]] std::size_t mark(std::string_view words, std::size_t number) const;

    std::filesystem::path file_;
    MappedFile mapped_;
};

}  // namespace farfield::compute
