#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace farfield::compute {

/// The bytes of a file of a case, mapped for as long as it lives. Throws std::runtime_error that names it.
class EnsightText {
public:
    explicit EnsightText(const std::filesystem::path& file);

    [[nodiscard]] std::string_view all() const { return bytes_; }
    /// The bytes of one of several steps, which lie between the marks BEGIN TIME STEP and END TIME STEP, in
    /// text or in binary, behind the word that says the form of a binary geometry. Throws where there are
    /// fewer steps.
    [[nodiscard]] std::string step(std::size_t number) const;

private:
    struct Unmap {
        std::size_t bytes;
        void operator()(void* mapped) const;
    };
    [[nodiscard]] std::size_t mark(std::string_view words, std::size_t number) const;

    std::filesystem::path file_;
    std::unique_ptr<void, Unmap> mapped_;
    std::string_view bytes_;
};

}  // namespace farfield::compute
