#include "model/rakes/rakes.h"

#include <algorithm>
#include <limits>

namespace farfield::model {

namespace {
std::uint64_t product(std::uint64_t a, std::uint64_t b) noexcept
{
    constexpr auto most = std::numeric_limits<std::uint64_t>::max();
    return b != 0 && a > most / b ? most : a * b;
}

struct Seeds {
    std::uint64_t operator()(const PointRake&) const noexcept { return 1; }
    std::uint64_t operator()(const PlaneRake& plane) const noexcept
    {
        return product(plane.seeds[0], plane.seeds[1]);
    }
    std::uint64_t operator()(const BoxRake& box) const noexcept
    {
        if (const auto* random = std::get_if<RandomPlaces>(&box.fill)) return random->seeds;
        const auto* counts = std::get_if<BoxLattice>(&box.fill);
        return product(product((*counts)[0], (*counts)[1]), (*counts)[2]);
    }
    std::uint64_t operator()(const ListRake& list) const noexcept { return list.at.size(); }
    std::uint64_t operator()(const SliceRake& slice) const noexcept
    {
        return product(slice.seeds[0], slice.seeds[1]);
    }
    template <typename Counted>
    std::uint64_t operator()(const Counted& rake) const noexcept
    {
        return rake.seeds;
    }
};
}  // namespace

std::uint64_t Rake::seeds() const noexcept
{
    return std::visit(Seeds{}, shape);
}

std::uint64_t Rake::particles() const noexcept
{
    return product(seeds(), particles_per_seed);
}

std::uint64_t listed_seeds(const std::vector<Rake>& rakes) noexcept
{
    std::uint64_t sum = 0;
    for (const auto& rake : rakes)
        if (const auto* list = std::get_if<ListRake>(&rake.shape)) sum += list->at.size();
    return sum;
}

bool is_data_dependent(const RakeShape& shape) noexcept
{
    return std::holds_alternative<SliceRake>(shape) || std::holds_alternative<IsovalueRake>(shape);
}

std::uint64_t data_dependent_rakes(const std::vector<Rake>& rakes) noexcept
{
    const auto data_dependent = [](const Rake& rake) { return is_data_dependent(rake.shape); };
    return static_cast<std::uint64_t>(std::ranges::count_if(rakes, data_dependent));
}

}  // namespace farfield::model
