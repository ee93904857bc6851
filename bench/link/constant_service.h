#pragma once

#include <vector>

#include "net/service/service.h"

namespace farfield::app {

/// A node without computation: dataset "constant:BYTES" is a stream that repeats one frame of BYTES
/// bytes, sent from the memory where it lies. Measurements with it concern the transport alone.
class ConstantService final : public net::Service {
public:
    /// max_frame_bytes: size of the largest frame; the constructor fills its memory once.
    explicit ConstantService(std::size_t max_frame_bytes);

    [[noreturn]] net::CallResult call(std::string_view name, const net::CallRequest& request,
                                      const net::CallContext& context) override;
    [[nodiscard]] std::unique_ptr<net::Program> start(const net::ProgramStart& start,
                                                      const std::stop_token& cancel) override;

    [[nodiscard]] std::span<const std::byte> memory() const noexcept { return memory_; }

private:
    [[nodiscard]] std::size_t bytes_of(const std::string& dataset) const;

    std::vector<std::byte> memory_;
};

/// Parameters of program.start for a stream of `frames` such frames, policy *every*.
[[nodiscard]] net::Json constant_program(std::size_t frame_bytes, std::uint64_t frames);

}  // namespace farfield::app
