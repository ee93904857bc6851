#pragma once

#include "compute_node/support/long_task.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace farfield::compute {

/// The places of a face's corners, ascending, and no_place behind those of a triangle or an edge.
using FacePlaces = std::array<std::uint32_t, 4>;
inline constexpr std::uint32_t no_place = std::numeric_limits<std::uint32_t>::max();

/// Faces of cells by the smallest of their places. Sorting them all would take far more memory, and a place's
/// few sort quickly. PlacesOf: FacePlaces of a face's number; those that begin with no_place are no faces.
template <class PlacesOf>
class FacesByPlace {
public:
    FacesByPlace(std::uint32_t faces, std::size_t places, const PlacesOf& places_of)
        : places_of_{places_of}, first_(places + 1, 0)
    {
        for_each_face(faces, [&](std::uint32_t, std::uint32_t place) { ++first_[place + 1]; });
        for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
        faces_.resize(first_.back());
        std::vector<std::uint32_t> next{first_.begin(), first_.end() - 1};
        for_each_face(faces, [&](std::uint32_t face, std::uint32_t place) { faces_[next[place]++] = face; });
    }

    /// Calls visit(face, other) for every two faces at the same places. Of faces that more than two share,
    /// the first two.
    template <class Visit>
    void for_each_pair(const Visit& visit) const
    {
        std::vector<Face> sorted;
        for (std::size_t place = 0; place + 1 < first_.size(); ++place) {
            if (place % places_between_looks == 0) check_wanted();
            sorted.clear();
            for (std::uint32_t i = first_[place]; i < first_[place + 1]; ++i)
                sorted.push_back({places_of_(faces_[i]), faces_[i]});
            std::sort(sorted.begin(), sorted.end());
            for (std::size_t i = 0; i + 1 < sorted.size(); ++i) {
                const bool is_first = i == 0 || sorted[i - 1].places != sorted[i].places;
                if (is_first && sorted[i].places == sorted[i + 1].places)
                    visit(sorted[i].number, sorted[i + 1].number);
            }
        }
    }

private:
    static constexpr std::size_t places_between_looks = 1U << 14U;

    struct Face {
        FacePlaces places;
        std::uint32_t number;
        auto operator<=>(const Face&) const = default;  // NOLINT(modernize-use-nullptr)
    };
    template <class Visit>
    void for_each_face(std::uint32_t faces, const Visit& visit) const
    {
        for (std::uint32_t face = 0; face < faces; ++face)
            if (const std::uint32_t smallest = places_of_(face)[0]; smallest != no_place)
                visit(face, smallest);
    }

    const PlacesOf& places_of_;
    std::vector<std::uint32_t> first_;  ///< [places + 1], into faces_
    std::vector<std::uint32_t> faces_;
};

}  // namespace farfield::compute
