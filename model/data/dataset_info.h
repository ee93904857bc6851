#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/fields/fields.h"
#include "model/geometry/boundary_surface.h"
#include "model/geometry/point.h"
#include "model/geometry/slice_plane.h"
#include "model/rakes/rake_json.h"

/// Descriptions of a node's datasets: docs/protocol.md, section 3.
namespace farfield::model {

struct ScalarInfo {
    std::string name;
    std::string units;
    std::optional<std::array<double, 2>> range = std::nullopt;  ///< least and greatest value; absent: unknown
    std::string association = {};  ///< "points" or "cells" in the file; empty for what the node computes
    /// Quantiles: 2 % of the values lie below the first, and 2 % above the second. nullopt: not known.
    std::optional<std::array<double, 2>> middle = std::nullopt;
    friend bool operator==(const ScalarInfo&, const ScalarInfo&) = default;

    static void fields(auto& visit)
    {
        visit("name", &ScalarInfo::name, required);
        visit("units", &ScalarInfo::units, always);
        visit("range", &ScalarInfo::range);
        visit("association", &ScalarInfo::association);
        visit("middle", &ScalarInfo::middle);
    }
    /// The interval of values that colours stand for by default: the middle, else the range. nullopt when
    /// neither is known.
    [[nodiscard]] const std::optional<std::array<double, 2>>& shown_range() const
    {
        return middle ? middle : range;
    }
};

/// A vector that can be traced as the velocity.
struct VectorInfo {
    std::string name;  ///< name of an array, or the names of its components: "u,v,w"
    std::string units;
    std::string association = {};  ///< as ScalarInfo::association
    friend bool operator==(const VectorInfo&, const VectorInfo&) = default;

    static void fields(auto& visit)
    {
        visit("name", &VectorInfo::name, required);
        visit("units", &VectorInfo::units, always);
        visit("association", &VectorInfo::association);
    }
};

struct DatasetEntry {
    std::string name;
    std::string kind;
    std::string format = {};  ///< format of the files: "VTK", "NetCDF" ...; empty: not known
    std::uint64_t bytes = 0;  ///< size of the files that the name stands for; 0: not known
    /// Time steps as far as they are known without opening the dataset; nullopt: not known.
    std::optional<std::uint32_t> time_steps = std::nullopt;
    std::string units = {};  ///< units of the velocity, else of the first scalar; empty: none, or not known
    std::string lacks = {};  ///< name of a missing file that opening the dataset needs; empty: none
    friend bool operator==(const DatasetEntry&, const DatasetEntry&) = default;

    static void fields(auto& visit)
    {
        visit("name", &DatasetEntry::name, required);
        visit("kind", &DatasetEntry::kind, required);
        visit("format", &DatasetEntry::format);
        visit("bytes", &DatasetEntry::bytes);
        visit("time_steps", &DatasetEntry::time_steps);
        visit("units", &DatasetEntry::units);
        visit("lacks", &DatasetEntry::lacks);
    }
};

/// The datasets of a node.
struct DatasetList {
    std::vector<DatasetEntry> datasets;
    bool complete = true;  ///< true when the list has every dataset
    friend bool operator==(const DatasetList&, const DatasetList&) = default;

    static void fields(auto& visit)
    {
        visit("datasets", &DatasetList::datasets, required);
        visit("complete", &DatasetList::complete);
    }
};

struct DatasetBounds {
    Point min{}, max{};
    friend bool operator==(const DatasetBounds&, const DatasetBounds&) = default;

    static void fields(auto& visit)
    {
        visit("min", &DatasetBounds::min, required);
        visit("max", &DatasetBounds::max, required);
    }
};

/// A value whose isosurface shows something without filling the picture.
struct SuggestedIsovalue {
    std::string scalar;
    double value = 0.0;
    friend bool operator==(const SuggestedIsovalue&, const SuggestedIsovalue&) = default;

    static void fields(auto& visit)
    {
        visit("scalar", &SuggestedIsovalue::scalar, required);
        visit("value", &SuggestedIsovalue::value, required);
    }
};

/// Suggested settings with which a program may begin.
struct DatasetSuggestions {
    double step = default_step;
    std::uint32_t max_age_frames = default_max_age_frames;
    std::vector<Rake> rakes = {};
    std::vector<Point> seeds = {};        ///< seeds of lines that show the flow as a whole
    std::vector<SlicePlane> slices = {};  ///< slices across the axes, through the middle
    std::optional<SuggestedIsovalue> isovalue = std::nullopt;
    std::vector<BoundarySurface> boundary = {};
    friend bool operator==(const DatasetSuggestions&, const DatasetSuggestions&) = default;

    static void fields(auto& visit)
    {
        visit("step", &DatasetSuggestions::step, always, not_zero);
        visit("max_age_frames", &DatasetSuggestions::max_age_frames, always, from_to(1, max_max_age_frames));
        visit("rakes", &DatasetSuggestions::rakes, always, check_rakes);
        visit("seeds", &DatasetSuggestions::seeds, at_most("max_listed_seeds", max_listed_seeds));
        visit("slices", &DatasetSuggestions::slices);
        visit("isovalue", &DatasetSuggestions::isovalue);
        visit("boundary", &DatasetSuggestions::boundary);
    }
};

/// A part that a dataset is made of: a block, a zone, a region.
struct BlockInfo {
    std::string name;
    bool shown = true;  ///< true when the block is read
    friend bool operator==(const BlockInfo&, const BlockInfo&) = default;

    static void fields(auto& visit)
    {
        visit("name", &BlockInfo::name, required);
        visit("shown", &BlockInfo::shown, always);
    }
};

inline constexpr std::size_t most_listed_blocks = 2'000;  ///< per dataset
inline constexpr std::size_t most_listed_times = 20'000;  ///< per dataset

/// The answer of dataset.open.
struct DatasetInfo {
    std::string dataset;
    std::string kind;
    std::vector<std::uint32_t> dims;  ///< nodes along each axis, or of the mesh; empty for exact functions
    DatasetBounds bounds;
    Point origin{};  ///< origin of the positions in frames
    std::string length_units, time_units;
    std::optional<std::string> z_units;  ///< units of z if they differ from those of x and y
    bool geographic = false;             ///< x and y are the Earth's longitudes and latitudes, degrees
    std::string crs_wkt = {};            ///< the reference system of x and y, where the file names one
    std::string z_positive;  ///< "up" or "down"; empty when z is not known to be a height or a depth
    std::optional<double> time_origin;  ///< UTC of data time 0, seconds since 1970
    std::uint32_t time_steps = 1;
    std::optional<std::array<double, 2>> time_span;  ///< first and last time of an unsteady dataset
    std::vector<double> times = {};                  ///< of each time step, in time_units; empty: not listed
    /// UTC of each of `times`, seconds since 1970; nullopt when the Earth's years have no such date. Empty:
    /// the dates follow from time_origin and the times.
    std::vector<std::optional<double>> dates = {};
    /// CF's name of a calendar with its own years ("noleap", "360_day"), which gives the times their dates;
    /// calendar_origin is data time 0, in seconds since 1970-01-01 of that calendar. Empty and nullopt: the
    /// dates are the Earth's, or there are none.
    std::string calendar = {};
    std::optional<double> calendar_origin = std::nullopt;
    bool grid_changes = false;  ///< each time step has its own grid
    bool grows = false;         ///< a job still writes it: slices are appended until time_span's end
    bool rays = false;          ///< program `lines` offers the rays of waves through the dataset
    std::vector<ScalarInfo> scalars;
    /// Name of the vector that is traced; nullopt: none is traced; empty: the node does not say.
    std::optional<std::string> velocity = "";
    std::string velocity_reason;                     ///< a sentence: why this vector is the velocity
    std::string velocity_warning;                    ///< a sentence if the vector may be no velocity
    std::optional<std::vector<VectorInfo>> vectors;  ///< choices for the velocity, with the present one
    std::vector<BlockInfo> blocks =
        {};  ///< all its blocks, of which some can be left out; empty: one block, or too many to list
    std::vector<std::vector<Point>> outline;  ///< polylines of the domain; empty: draw the box of the bounds
    DatasetSuggestions suggested;
    std::vector<std::string> remarks;
    friend bool operator==(const DatasetInfo&, const DatasetInfo&) = default;

    /// Name of the traced vector; empty when there is none or the node does not say.
    [[nodiscard]] std::string velocity_name() const { return velocity.value_or(""); }

    static void fields(auto& visit)
    {
        visit("dataset", &DatasetInfo::dataset, required);
        visit("kind", &DatasetInfo::kind, required);
        visit("bounds", &DatasetInfo::bounds, required);
        visit("origin", &DatasetInfo::origin, always);
        visit("dims", &DatasetInfo::dims);
        visit("length_units", &DatasetInfo::length_units, always);
        visit("z_units", &DatasetInfo::z_units);
        visit("geographic", &DatasetInfo::geographic);
        visit("crs_wkt", &DatasetInfo::crs_wkt);
        visit("z_positive", &DatasetInfo::z_positive);
        visit("time_origin", &DatasetInfo::time_origin);
        visit("time_units", &DatasetInfo::time_units, always);
        visit("time_steps", &DatasetInfo::time_steps, always);
        visit("time_span", &DatasetInfo::time_span);
        visit("times", &DatasetInfo::times);
        visit("dates", &DatasetInfo::dates);
        visit("calendar", &DatasetInfo::calendar);
        visit("calendar_origin", &DatasetInfo::calendar_origin);
        visit("grid_changes", &DatasetInfo::grid_changes);
        visit("grows", &DatasetInfo::grows);
        visit("rays", &DatasetInfo::rays);
        visit("scalars", &DatasetInfo::scalars, required);
        visit("velocity", &DatasetInfo::velocity, nullable);
        visit("velocity_reason", &DatasetInfo::velocity_reason);
        visit("velocity_warning", &DatasetInfo::velocity_warning);
        visit("vectors", &DatasetInfo::vectors);
        visit("blocks", &DatasetInfo::blocks);
        visit("outline", &DatasetInfo::outline);
        visit("suggested", &DatasetInfo::suggested, always);
        visit("remarks", &DatasetInfo::remarks, always);
    }
};

}  // namespace farfield::model
