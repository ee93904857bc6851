#pragma once

#include "model/files/atomic_file.h"

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string_view>

namespace farfield {

/// Text that takes its name only when all of it is written (atomic_file.h).
/// Errors: std::runtime_error with the file's name when it cannot be written.
class AtomicText {
public:
    explicit AtomicText(const std::filesystem::path& name);

    void add(std::string_view text);
    /// Writes all text that was added, so that finish() has only to give the name: for several files that
    /// shall appear together.
    void close();
    void finish();

private:
    struct Close {
        void operator()(std::FILE* file) const { (void)std::fclose(file); }
    };
    [[noreturn]] void fail() const;

    AtomicFile file_;
    std::unique_ptr<std::FILE, Close> out_;
};

}  // namespace farfield
