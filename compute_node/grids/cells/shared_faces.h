#pragma once

#include "compute_node/support/parallel_ranges.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace farfield::compute {

/// The indices of a face's corners, ascending, and no_place behind those of a triangle or an edge.
using FacePlaces = std::array<std::uint32_t, 4>;
inline constexpr std::uint32_t no_place = std::numeric_limits<std::uint32_t>::max();

/// Sorts the places of a face and keeps repeated ones once. Returns how many there are.
inline std::size_t put_in_order(FacePlaces& places)
{
    const auto order = [&](std::size_t a, std::size_t b) {
        const std::uint32_t least = std::min(places[a], places[b]), most = std::max(places[a], places[b]);
        places[a] = least;
        places[b] = most;
    };
    const auto sort = [&] { order(0, 1), order(2, 3), order(0, 2), order(1, 3), order(1, 2); };
    sort();
    bool any_twice = false;
    for (std::size_t i = 1; i < places.size(); ++i) {
        if (places[i] == no_place || places[i] != places[i - 1]) continue;
        places[i - 1] = no_place;
        any_twice = true;
    }
    if (any_twice) sort();
    return static_cast<std::size_t>(std::find(places.begin(), places.end(), no_place) - places.begin());
}

/// Faces of cells by the smallest of their places. Sorting all faces would take far more memory, and the few
/// at a place sort quickly. PlacesOf: gives FacePlaces of a face's number, on any thread; a first no_place
/// means no face.
template <class PlacesOf>
class FacesByPlace {
public:
    FacesByPlace(std::uint32_t faces, std::size_t places, const PlacesOf& places_of)
        : places_of_{places_of}, first_(places + 1, 0)
    {
        std::vector<std::uint32_t> smallest(faces);
        for_ranges(faces, [&](std::size_t begin, std::size_t end) {
            for (std::size_t face = begin; face < end; ++face)
                smallest[face] = places_of_(static_cast<std::uint32_t>(face))[0];
        });
        for (const std::uint32_t place : smallest)
            if (place != no_place) ++first_[place + 1];
        for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
        faces_.resize(first_.back());
        check_wanted();
        std::vector<std::uint32_t> next{first_.begin(), first_.end() - 1};
        for (std::uint32_t face = 0; face < faces; ++face)
            if (smallest[face] != no_place) faces_[next[smallest[face]]++] = face;
    }

    /// Calls visit(face, other) for every two faces at the same places, from several threads, but once for a
    /// face. Of more than two faces at the same places, the first two are visited.
    template <class Visit>
    void for_each_pair(const Visit& visit) const
    {
        for_ranges(first_.size() - 1, [&](std::size_t begin, std::size_t end) {
            std::vector<Face> sorted;
            for (std::size_t place = begin; place < end; ++place) visit_at(place, sorted, visit);
        });
    }

private:
    struct Face {
        FacePlaces places;
        std::uint32_t number;
        auto operator<=>(const Face&) const = default;  // NOLINT(modernize-use-nullptr)
    };
    template <class Visit>
    void visit_at(std::size_t place, std::vector<Face>& sorted, const Visit& visit) const
    {
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

    const PlacesOf& places_of_;
    std::vector<std::uint32_t> first_;  ///< [places + 1], into faces_
    std::vector<std::uint32_t> faces_;
};

}  // namespace farfield::compute
