#include "app/play/report/payload_hash.h"

#include <fmt/format.h>
#include <vector>
#include <xxhash.h>

#include "model/programs/particle_frame.h"
#include "net/message/byte_order.h"
#include "net/message/messages.h"

namespace farfield::app {

std::uint64_t hash_particles(std::span<const std::byte> payload) noexcept
{
    if (payload.size() < model::particle_preamble_bytes) return XXH3_64bits(nullptr, 0);
    const auto particles = payload.subspan(model::particle_preamble_bytes);
    return XXH3_64bits(particles.data(), particles.size());
}

std::uint64_t hash_of_hashes(std::span<const std::uint64_t> hashes)
{
    std::vector<std::byte> bytes(hashes.size() * sizeof(std::uint64_t));
    for (std::size_t i = 0; i < hashes.size(); ++i)
        net::store_big(&bytes[i * sizeof(std::uint64_t)], hashes[i]);
    return XXH3_64bits(bytes.data(), bytes.size());
}

std::string hash_text(std::uint64_t hash)
{
    return fmt::format("{:016x}", hash);
}

}  // namespace farfield::app
