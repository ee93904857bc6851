#include "compute_node/support/atomic_text.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace farfield {

AtomicText::AtomicText(const std::filesystem::path& name)
    : file_{name}, out_{std::fopen(file_.part().c_str(), "wb")}
{
    if (out_ == nullptr) fail();
}

void AtomicText::add(std::string_view text)
{
    if (std::fwrite(text.data(), 1, text.size(), out_.get()) != text.size()) fail();
}

void AtomicText::close()
{
    if (out_ != nullptr && std::fclose(out_.release()) != 0) fail();
}

void AtomicText::finish()
{
    close();
    file_.keep();
}

void AtomicText::fail() const
{
    throw std::runtime_error(
        fmt::format("cannot write '{}': {}", file_.name().string(), std::strerror(errno)));
}

}  // namespace farfield
