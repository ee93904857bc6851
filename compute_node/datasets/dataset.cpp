#include "compute_node/datasets/dataset.h"

#include "compute_node/datasets/dataset_info.h"
#include "compute_node/datasets/field_builder.h"
#include "compute_node/fields/velocity/chosen_velocity.h"

#include <fmt/format.h>

#include <functional>
#include <optional>
#include <stdexcept>
#include <utility>

namespace farfield::compute {

namespace {

struct BuildField {
    const DatasetInfo& info;
    const FieldChoice& choice;
    const std::shared_ptr<const Grid>& grid;

    std::shared_ptr<const Field> operator()(const GridData& data) const
    {
        return build_field(info, data, grid, choice);
    }
    std::shared_ptr<const Field> operator()(AnalyticFlow flow) const
    {
        if (choice.vector != info.default_vector || choice.scalar != info.default_scalar)
            throw UnknownScalar(fmt::format("'{}' is an exact function, which has only '{}' and '{}', "
                                            "not '{}' and '{}'; sampled, as '{}:64', "
                                            "it has vorticity and other derived scalars",
                                            info.name, info.default_vector, info.default_scalar,
                                            choice.vector, choice.scalar, info.name));
        return build_field(info, flow);
    }
};

void remark_degenerate(const Grid& grid, std::vector<std::string>& remarks)
{
    const auto remark = [&](std::uint64_t degenerate, std::size_t taken) {
        if (degenerate > 0)
            remarks.push_back(fmt::format("{} of {} cells have no volume and were left out.", degenerate,
                                          degenerate + taken));
    };
    if (const auto* mesh = std::get_if<TetrahedralGrid>(&grid))
        remark(mesh->degenerate(), mesh->tetrahedra().size());
    if (const auto* mesh = std::get_if<IsoparametricGrid>(&grid))
        remark(mesh->degenerate(), mesh->cells().size());
}

std::shared_ptr<const Grid> grid_of(const std::string& name, const GridData& data)
{
    try {
        return build_grid(data);
    } catch (const std::runtime_error& error) {
        throw std::runtime_error(fmt::format("cannot use '{}': {}", name, error.what()));
    }
}

/// Leaves out an array "speed" beside a velocity: this scalar is the velocity's length everywhere.
void leave_out_speed(GridData& data)
{
    if (data.default_vector.empty() || array_named(data, "speed", 1) == nullptr) return;
    std::erase_if(data.arrays, [](const NodeValues& array) { return array.name == "speed"; });
    data.remarks.push_back(
        fmt::format("The array 'speed' is left out: 'speed' is the length of '{}'.", data.default_vector));
}

}  // namespace

Dataset::Dataset(const std::string& name, GridData data)
{
    check_grid(name, data);
    if (data.velocity_reason.empty()) choose_velocity(data, name);
    leave_out_speed(data);
    if (std::holds_alternative<RectilinearGeometry>(data.geometry)) make_ascending(data);
    info_ = describe(name, data);
    check_scalars(info_);
    grid_ = grid_of(name, data);
    if (auto* mesh = std::get_if<UnstructuredGeometry>(&data.geometry)) {
        remark_degenerate(*grid_, info_.remarks);
        mesh->cells = {};  // the grid has them
    }
    content_ = std::move(data);
}

Dataset::Dataset(std::string name, AnalyticFlow flow) : content_{flow}
{
    info_.name = std::move(name);
    info_.format = "built in";
    info_.bounds = domain_of(flow);
    info_.default_vector = "velocity";
    info_.velocity_reason = "it is the function itself";
    if (flow == AnalyticFlow::DoubleGyre) info_.remarks.emplace_back("The double gyre is frozen at t = 0.");
    const FieldInfo field = build_field(info_, flow)->info();
    info_.arrays.push_back({"velocity", 3, field.scalar_min, field.scalar_max, "", 0});
}

FieldChoice completed(const DatasetInfo& info, FieldChoice choice)
{
    if (choice.scalar.empty()) choice.scalar = info.default_scalar;
    if (choice.vector.empty()) choice.vector = info.default_vector;
    const bool is_made_of_vector = choice.scalar == "speed" && !choice.vector.empty();
    choice.scalar_alone = !is_made_of_vector && (choice.scalar_alone || choice.vector.empty());
    return choice;
}

std::shared_ptr<const Field> Dataset::field(const FieldChoice& choice) const
{
    const FieldChoice complete = completed(info_, choice);
    return std::visit(BuildField{info_, complete, grid_}, content_);
}

void Dataset::drop_values()
{
    for (NodeValues& array : std::get<GridData>(content_).arrays) array.values = {};
}

namespace {

/// Reads the first step after step 0 that has the velocity, with a remark; none where step 0 is to be shown.
/// A first step with other arrays alone is mostly followed by one with all.
std::optional<GridData> first_with_values(GridData& first, const std::function<GridData(std::size_t)>& read)
{
    const bool has_any = has_values(first);
    const std::size_t end = !has_any ? first.time_steps : has_vector(first) ? 1 : 2;
    for (std::size_t step = 1; step < end; ++step) {
        GridData data;
        try {
            data = read(step);
        } catch (const std::runtime_error&) {
            continue;  // what follows tells
        }
        if (!has_values(data) || (has_any && !has_vector(data))) continue;
        data.remarks.push_back(fmt::format(
            "{} no {}: time step {} of {} is shown.",
            step == 1 ? "The first time step has" : fmt::format("The first {} time steps have", step),
            has_value_of_any(first) ? fmt::format("'{}'", data.default_vector) : "value", step + 1,
            first.time_steps));
        return data;
    }
    return std::nullopt;
}

}  // namespace

Dataset open_dataset(const std::vector<std::filesystem::path>& files, const std::string& name,
                     const DatasetLimits& limits, const std::string& velocity, const FieldReader& reader,
                     const std::vector<std::string>& blocks, std::size_t time_step)
{
    const auto read = [&](std::size_t step) {
        return reader
            .read({.what = ReadRequest::What::Step,
                   .dataset = name,
                   .files = files,
                   .velocity = velocity,
                   .max_nodes = limits.max_nodes,
                   .time_step = step,
                   .blocks = blocks})
            .data;
    };
    GridData data = read(time_step);
    if (time_step == 0 && data.time_steps > 1) {
        auto later = first_with_values(data, read);
        if (!later && !has_values(data)) note_no_values(name, data.time_steps, data);
        if (!later)
            data.remarks.push_back(fmt::format("The first of {} time steps is shown.", data.time_steps));
        else
            data = std::move(*later);
    } else if (!has_values(data)) {
        note_no_values(name, 1, data);
    }
    if (time_step > 0)
        data.remarks.push_back(
            fmt::format("Time step {} of {} is shown.", time_step + 1, std::exchange(data.time_steps, 1)));
    return {name, std::move(data)};
}

}  // namespace farfield::compute
