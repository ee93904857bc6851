#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

namespace farfield::net::relay {

/// Sources that had messages in bundles after a given one. This is computed only when a bundle comes late, so
/// bundles in order cost only a note for each message; only then it allocates. Threads: one.
class SourceOrder {
public:
    static constexpr std::size_t remembered = 32'768;  ///< number of messages

    /// Notes that a message of this source was taken from this bundle.
    void note(std::uint64_t bundle, std::uint32_t source)
    {
        Noted& noted = noted_[count_++ % remembered];
        if (count_ > remembered) forgotten_ = std::max(forgotten_, noted.bundle + 1);
        noted = {bundle, source};
    }

    /// Finds the sources with messages in bundles after this one, for has_passed().
    void look_behind(std::uint64_t bundle)
    {
        passed_.clear();
        has_forgotten_ = forgotten_ > bundle + 1;
        const std::size_t count = std::min<std::uint64_t>(count_, remembered);
        for (std::size_t i = 0; i < count; ++i)
            if (noted_[i].bundle > bundle) passed_.push_back(noted_[i].source);
        std::ranges::sort(passed_);
    }
    /// True when the source had such messages, or may have had: too many came since.
    [[nodiscard]] bool has_passed(std::uint32_t source) const
    {
        return has_forgotten_ || std::ranges::binary_search(passed_, source);
    }

private:
    struct Noted {
        std::uint64_t bundle = 0;
        std::uint32_t source = 0;
    };

    std::vector<Noted> noted_ = std::vector<Noted>(remembered);
    std::uint64_t count_ = 0;
    std::uint64_t forgotten_ = 0;  ///< above all bundles whose notes are overwritten
    std::vector<std::uint32_t> passed_;
    bool has_forgotten_ = false;
};

}  // namespace farfield::net::relay
