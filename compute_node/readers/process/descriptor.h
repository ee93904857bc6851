#pragma once

#include <utility>

#include <unistd.h>

namespace farfield::compute {

/// A file descriptor that is closed when it goes out of scope; -1 = none.
class Descriptor {
public:
    Descriptor() = default;
    explicit Descriptor(int descriptor) : descriptor_{descriptor} {}
    Descriptor(Descriptor&& other) noexcept : descriptor_{std::exchange(other.descriptor_, -1)} {}
    Descriptor& operator=(Descriptor&& other) noexcept
    {
        std::swap(descriptor_, other.descriptor_);
        return *this;
    }
    ~Descriptor()
    {
        if (descriptor_ >= 0) ::close(descriptor_);
    }

    [[nodiscard]] int get() const { return descriptor_; }
    [[nodiscard]] bool is_open() const { return descriptor_ >= 0; }

private:
    int descriptor_ = -1;
};

}  // namespace farfield::compute
