#include "compute_node/readers/ensight/ensight_components.h"

#include "compute_node/readers/ensight/ensight_words.h"

#include <vtkCellData.h>
#include <vtkCompositeDataIterator.h>
#include <vtkDataArray.h>
#include <vtkDataSet.h>
#include <vtkFloatArray.h>
#include <vtkMultiBlockDataSet.h>
#include <vtkNew.h>
#include <vtkSmartPointer.h>

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace farfield::compute {

namespace {

/// The lines of a vector's text, each copied to the texts of all components or of one.
class SplitText {
public:
    explicit SplitText(std::string_view text) : text_{text} {}

    [[nodiscard]] bool at_end() const { return text_.empty(); }
    std::string_view copy_line()
    {
        const std::string_view line = take_line();
        for (std::string& component : components_) component += line;
        return line.substr(0, line.find('\n'));
    }
    std::uint64_t copy_count()
    {
        std::string_view line = copy_line();
        while (is_passed_over(line) && !at_end()) line = copy_line();
        return whole_count(word_of_kind(line)).value_or(0);
    }
    void copy_lines(std::uint64_t count)
    {
        for (std::uint64_t i = 0; i < count && !at_end(); ++i) copy_line();
    }
    /// Takes `count` lines of each component, all of the first one first.
    void split_lines(std::uint64_t count)
    {
        for (std::string& component : components_)
            for (std::uint64_t i = 0; i < count && !at_end(); ++i) component += take_line();
    }
    [[nodiscard]] std::array<std::string, 3> take() { return std::move(components_); }

private:
    std::string_view take_line()
    {
        const std::string_view line =
            text_.substr(0, text_.find('\n') == std::string_view::npos ? text_.size() : text_.find('\n') + 1);
        text_.remove_prefix(line.size());
        return line;
    }

    std::string_view text_;
    std::array<std::string, 3> components_;
};

/// Splits values of a part under a line such as "block", "hexa8 undef" or "block partial".
void split_values(SplitText& text, std::string_view head, std::uint64_t count)
{
    if (head.find("undef") != std::string_view::npos) text.copy_lines(1);
    if (head.find("partial") != std::string_view::npos) {
        count = text.copy_count();
        text.copy_lines(count);
    }
    text.split_lines(count);
}

void join_in(vtkCellData& arrays, const std::string& variable)
{
    std::array<vtkDataArray*, 3> components{};
    for (std::size_t c = 0; c < components.size(); ++c) {
        components[c] = arrays.GetArray(component_name(variable, c).c_str());
        if (components[c] == nullptr) return;
    }
    vtkNew<vtkFloatArray> vectors;
    vectors->SetName(variable.c_str());
    vectors->SetNumberOfComponents(static_cast<int>(components.size()));
    vectors->SetNumberOfTuples(components[0]->GetNumberOfTuples());
    for (std::size_t c = 0; c < components.size(); ++c) {
        vectors->CopyComponent(static_cast<int>(c), components[c], 0);
        arrays.RemoveArray(component_name(variable, c).c_str());
    }
    arrays.AddArray(vectors);
    if (arrays.GetVectors() == nullptr) arrays.SetVectors(vectors);
}

}  // namespace

bool is_read_by_components(const EnsightEntry& variable, const EnsightParts& geometry)
{
    return geometry.form == EnsightParts::Form::Text && variable.kind.starts_with("vector per element") &&
           std::ranges::any_of(geometry.parts,
                               [](const auto& part) { return part.second.cells.contains("block"); });
}

// Source: EnSight User Manual, "EnSight Gold Variable File Format".
std::array<std::string, 3> ensight_components(std::string_view text, const EnsightParts& geometry)
{
    SplitText split{text};
    split.copy_lines(1);  // the description
    auto part = geometry.parts.end();
    while (!split.at_end()) {
        const std::string_view line = split.copy_line();
        const std::string word = word_of_kind(line);
        if (word == "part") {
            part = geometry.parts.find(split.copy_count());
        } else if (part != geometry.parts.end()) {
            const auto cells = part->second.cells.find(word);
            if (cells != part->second.cells.end()) split_values(split, line, cells->second);
        }
    }
    return split.take();
}

std::string component_name(const std::string& variable, std::size_t component)
{
    return fmt::format("{}:component:{}", variable, component);
}

void join_components(vtkMultiBlockDataSet& parts, const std::vector<std::string>& variables)
{
    const auto it = vtkSmartPointer<vtkCompositeDataIterator>::Take(parts.NewIterator());
    for (it->InitTraversal(); !it->IsDoneWithTraversal(); it->GoToNextItem())
        if (auto* part = vtkDataSet::SafeDownCast(it->GetCurrentDataObject()))
            for (const std::string& variable : variables) join_in(*part->GetCellData(), variable);
}

}  // namespace farfield::compute
