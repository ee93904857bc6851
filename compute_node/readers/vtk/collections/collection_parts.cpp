#include "compute_node/readers/vtk/collections/collection_parts.h"

#include "compute_node/readers/common/block_choice.h"
#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/vtk/collections/lattice_join.h"
#include "compute_node/readers/vtk/collections/legacy_blocks.h"
#include "compute_node/readers/vtk/vtk_data_set.h"
#include "compute_node/support/formats/known_formats.h"

#include <vtkCellData.h>
#include <vtkCellTypes.h>
#include <vtkDataSet.h>
#include <vtkGenericCell.h>
#include <vtkPointData.h>
#include <vtkPolyData.h>
#include <vtkUnstructuredGrid.h>

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

/// Limits of indices within indices, and of files of one step, of which honest ones have thousands.
constexpr std::size_t max_depth = 8, max_files = 100'000;

bool is_mesh(vtkDataSet& data)
{
    return vtkUnstructuredGrid::SafeDownCast(&data) != nullptr || vtkPolyData::SafeDownCast(&data) != nullptr;
}

bool has_volume(vtkDataSet& data)
{
    const auto cell = vtkSmartPointer<vtkGenericCell>::New();
    int last = VTK_EMPTY_CELL;
    for (vtkIdType i = 0; i < data.GetNumberOfCells(); ++i) {
        const int type = data.GetCellType(i);
        if (type == last) continue;
        last = type;
        cell->SetCellType(type);
        if (cell->GetCellDimension() == 3) return true;
    }
    return false;
}

bool has_vector(vtkDataSet& data)
{
    const auto among = [](vtkDataSetAttributes& attributes) {
        for (int i = 0; i < attributes.GetNumberOfArrays(); ++i)
            if (vtkDataArray* array = attributes.GetArray(i);
                array != nullptr && array->GetNumberOfComponents() == 3)
                return true;
        return false;
    };
    return among(*data.GetPointData()) || among(*data.GetCellData());
}

std::string named(const std::string& block, const fs::path& file)
{
    return block.empty() ? file.filename().string() : block;
}

}  // namespace

std::size_t CollectionParts::read(const fs::path& index, std::size_t time_step)
{
    std::error_code error;
    const fs::path place = fs::canonical(index, error);
    if (error || std::ranges::find(open_, place) != open_.end())
        throw_reader_error(index, "it names itself, by itself or by a file that it names");
    if (open_.size() >= max_depth)
        throw_reader_error(index,
                           fmt::format("expected files that name others at most {} times over", max_depth));
    open_.push_back(place);
    const CollectionIndex read = read_collection_index(index);
    if (time_step >= read.steps.size())
        throw_reader_error(
            index, fmt::format("has {} time steps; expected one of number {}", read.steps.size(), time_step));
    if (read.kind == CollectionIndex::Kind::Series && open_.size() > 1)
        throw_reader_error(index, fmt::format("is a series, named by '{}': expected files of one time there",
                                              open_[open_.size() - 2].filename().string()));
    if (read.kind == CollectionIndex::Kind::Lattice)
        read_lattice(index, read);
    else
        read_step(index, read, time_step);
    open_.pop_back();
    return read.steps.size();
}

void CollectionParts::read_step(const fs::path& index, const CollectionIndex& read, std::size_t time_step)
{
    const bool is_choice = read.kind == CollectionIndex::Kind::Blocks && !has_chosen_;
    const std::vector<CollectionPiece> pieces =
        is_choice ? chosen(index, read.steps[time_step].pieces) : read.steps[time_step].pieces;
    for (const CollectionPiece& piece : pieces) (void)piece_path(index, piece.file);  // before any is read
    for (const CollectionPiece& piece : pieces) read_piece(index, piece);
}

void CollectionParts::read_blocks(const fs::path& file)
{
    const std::vector<LegacyBlock> blocks = legacy_blocks(file);
    std::vector<std::string> names;
    names.reserve(blocks.size());
    for (const LegacyBlock& block : blocks) names.push_back(block.name);
    try {
        blocks_ = choose_blocks(names, asked_);
    } catch (const std::runtime_error& error) {
        throw_reader_error(file, error.what());
    }
    for (std::size_t n = 0; n < blocks.size(); ++n)
        if (blocks_[n].is_read)
            add(read_legacy_text(blocks[n].text, file, left_, errors_), file, blocks_[n].name);
    if (blocks_.size() < 2) blocks_.clear();
}

/// The pieces to read. Surfaces are read only where there is nothing else, and are not blocks then.
std::vector<CollectionPiece> CollectionParts::chosen(const fs::path& index,
                                                     const std::vector<CollectionPiece>& pieces)
{
    has_chosen_ = true;
    const auto is_surface = [](const CollectionPiece& piece) { return ending_of(piece.file) == ".vtp"; };
    const bool has_others = !std::ranges::all_of(pieces, is_surface);
    std::vector<CollectionPiece> blocks, wanted;
    for (const CollectionPiece& piece : pieces)
        (has_others && is_surface(piece) ? wanted : blocks).push_back(piece);
    if (!asked_.empty()) wanted.clear();
    std::vector<std::string> names;
    names.reserve(blocks.size());
    for (const CollectionPiece& block : blocks) names.push_back(named(block.block, block.file));
    try {
        blocks_ = choose_blocks(names, asked_);
    } catch (const std::runtime_error& error) {
        throw_reader_error(index, error.what());
    }
    for (std::size_t n = 0; n < blocks.size(); ++n)
        if (blocks_[n].is_read) wanted.push_back(blocks[n]);
    if (blocks_.size() < 2) blocks_.clear();
    return wanted;
}

void CollectionParts::read_piece(const fs::path& index, const CollectionPiece& piece)
{
    if (++files_ > max_files)
        throw_reader_error(index, fmt::format("expected at most {} files in one step", max_files));
    const fs::path file = piece_path(index, piece.file);
    if (is_collection(file)) {
        read(file, 0);
        return;
    }
    if (ending_of(file) == ".vtp") {  // read where nothing else fills a volume
        surfaces_.push_back({file, index, piece.block});
        return;
    }
    add(read_file(file), file, piece.block);
}

vtkSmartPointer<vtkDataSet> CollectionParts::read_file(const fs::path& file)
{
    check_readable(file);
    has_legacy_ = has_legacy_ || ending_of(file) == ".vtk";
    return read_vtk_data_set(file, left_, errors_, true);
}

void CollectionParts::read_lattice(const fs::path& index, const CollectionIndex& read)
{
    const std::uint64_t most = left_;
    check_node_limit(index, points_in(read.extent), most);
    left_ -= points_in(read.extent);
    const std::vector<CollectionPiece>& pieces = read.steps.front().pieces;
    for (const CollectionPiece& piece : pieces) (void)piece_path(index, piece.file);
    LatticeJoin join{read.extent};
    for (const CollectionPiece& piece : pieces) {
        const fs::path file = piece_path(index, piece.file);
        check_readable(file);
        const auto data = read_vtk_data_set(file, most, errors_);
        try {
            join.add(*data, *piece.extent);
        } catch (const std::runtime_error& error) {
            throw_reader_error(file, error.what());
        }
    }
    try {
        lattices_.push_back(join.take());
    } catch (const std::runtime_error& error) {
        throw_reader_error(index, error.what());
    }
    if (pieces.size() > 1)
        remarks_.push_back(fmt::format("{} pieces are joined into one lattice.", pieces.size()));
}

void CollectionParts::add(vtkSmartPointer<vtkDataSet> data, const fs::path& file, const std::string& block)
{
    if (data->GetNumberOfPoints() == 0) return;  // a piece may be empty
    left_ -= std::min(left_, static_cast<std::uint64_t>(data->GetNumberOfPoints()));
    if (!has_volume(*data))
        flat_.push_back({std::move(data), file, block});
    else if (!has_vector(*data))
        vectorless_.push_back({std::move(data), file, block});
    else if (is_mesh(*data))
        add_mesh(*data, file);
    else
        lattices_.push_back(std::move(data));
}

void CollectionParts::add_mesh(vtkDataSet& data, const fs::path& file)
{
    try {
        mesh_.add(data);
    } catch (const std::runtime_error& error) {
        throw_reader_error(file, error.what());
    }
}

/// Adds surfaces, to data without any volume.
void CollectionParts::add_surfaces()
{
    for (const Surface& surface : std::exchange(surfaces_, {}))
        if (auto data = read_file(surface.file); data->GetNumberOfPoints() > 0)
            flat_.push_back({std::move(data), surface.file, surface.block});
    for (Part& part : flat_) {
        if (is_mesh(*part.data))
            add_mesh(*part.data, part.file);
        else
            lattices_.push_back(std::move(part.data));
    }
    flat_.clear();
}

/// Adds parts without a vector only where no part has one: then there are only scalars.
void CollectionParts::add_parts_without_vector()
{
    const bool is_all = mesh_.pieces() == 0 && lattices_.empty();
    std::string names;
    for (Part& part : std::exchange(vectorless_, {})) {
        names += (names.empty() ? "'" : ", '") + named(part.block, part.file) + "'";
        if (!is_all) continue;
        if (is_mesh(*part.data))
            add_mesh(*part.data, part.file);
        else
            lattices_.push_back(std::move(part.data));
    }
    if (!is_all && !names.empty())
        remarks_.push_back(fmt::format("Parts without a vector were left out: {}.", names));
}

void CollectionParts::note_joined(std::size_t pieces, std::uint64_t points, std::uint64_t kept)
{
    if (pieces < 2) return;
    remarks_.push_back(
        fmt::format("{} pieces are joined into one mesh; {} points where they meet are one with "
                    "others.",
                    pieces, points - kept));
}

std::vector<vtkSmartPointer<vtkDataSet>> CollectionParts::take()
{
    add_parts_without_vector();
    if (mesh_.pieces() == 0 && lattices_.empty()) add_surfaces();
    std::vector<vtkSmartPointer<vtkDataSet>> all = std::move(lattices_);
    if (mesh_.pieces() > 0) {
        const std::size_t pieces = mesh_.pieces();
        const std::uint64_t points = mesh_.points();
        all.push_back(mesh_.take());
        note_joined(pieces, points, static_cast<std::uint64_t>(all.back()->GetNumberOfPoints()));
        remarks_.insert(remarks_.end(), mesh_.remarks().begin(), mesh_.remarks().end());
    }
    return all;
}

}  // namespace farfield::compute
