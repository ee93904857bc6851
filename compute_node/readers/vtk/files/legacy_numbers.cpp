#include "compute_node/readers/vtk/files/legacy_numbers.h"

#include "compute_node/support/lower_case.h"

#include <vtkCellData.h>
#include <vtkDataSet.h>
#include <vtkDoubleArray.h>
#include <vtkFieldData.h>
#include <vtkFloatArray.h>
#include <vtkPointData.h>
#include <vtkPointSet.h>
#include <vtkPoints.h>
#include <vtkRectilinearGrid.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>

namespace farfield::compute {

namespace {

/// Stand-in numbers near the end of binary32, which holds them exactly: no field has such values.
constexpr double for_nan = 0x1.8p127, for_infinity = 0x1.88p127;
constexpr std::string_view nan_in_words = "2.5521177519070385e+38",
                           infinity_in_words = "2.605286871738435e+38",
                           negative_infinity_in_words = "-2.605286871738435e+38";
constexpr std::string_view blanks = " \t\r\n";

/// True for letters and signs that such words have, and numbers have not.
bool is_mark(char c)
{
    return c == 'n' || c == 'N' || c == 'i' || c == 'I' || c == '#';
}

/// The stand-in number for a word; empty for other words.
std::string_view stand_in_for(std::string_view word)
{
    constexpr std::size_t longest = 24;
    if (word.size() > longest) return {};
    const bool is_negative = word.starts_with('-');
    if (is_negative || word.starts_with('+')) word.remove_prefix(1);
    const std::string text = lower_case(std::string{word});
    if (text == "nan" || text.starts_with("nan(") || text.starts_with("1.#qnan") ||
        text.starts_with("1.#ind") || text.starts_with("1.#snan"))
        return nan_in_words;
    if (text != "inf" && text != "infinity" && !text.starts_with("1.#inf")) return {};
    return is_negative ? negative_infinity_in_words : infinity_in_words;
}

/// Finds where words with such letters and signs begin and end.
template <class Take>
void visit_marked(std::string_view text, const Take& take)
{
    for (std::size_t at = 0; at < text.size();) {
        at = static_cast<std::size_t>(
            std::find_if(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), is_mark) - text.begin());
        if (at == text.size()) return;
        const std::size_t begin = text.find_last_of(blanks, at) + 1,
                          end = std::min(text.find_first_of(blanks, at), text.size());
        take(begin, end);
        at = end;
    }
}

/// True for a line that begins with a number, or with such a word.
bool begins_with_number(std::string_view line)
{
    line.remove_prefix(std::min(line.find_first_not_of(" \t\r"), line.size()));
    if (line.empty()) return false;
    return std::string_view{"+-.0123456789"}.find(line.front()) != std::string_view::npos ||
           !stand_in_for(line.substr(0, line.find_first_of(blanks))).empty();
}

template <class Array>
void replace_in(vtkAbstractArray* abstract)
{
    auto* const array = Array::SafeDownCast(abstract);
    if (array == nullptr) return;
    using Value = typename Array::ValueType;
    Value* const first = array->GetPointer(0);
    for (Value* value = first; value != first + array->GetNumberOfValues(); ++value) {
        if (*value == static_cast<Value>(for_nan)) *value = std::numeric_limits<Value>::quiet_NaN();
        if (*value == static_cast<Value>(for_infinity)) *value = std::numeric_limits<Value>::infinity();
        if (*value == static_cast<Value>(-for_infinity)) *value = -std::numeric_limits<Value>::infinity();
    }
    array->Modified();
}

void replace_in_array(vtkAbstractArray* array)
{
    replace_in<vtkFloatArray>(array);
    replace_in<vtkDoubleArray>(array);
}

}  // namespace

std::optional<std::string> with_stand_ins(std::string_view text)
{
    std::string replaced;
    std::size_t taken = 0, line_end = 0;
    bool has_numbers = false;
    visit_marked(text, [&](std::size_t begin, std::size_t end) {
        if (begin >= line_end) {
            const std::size_t line = begin == 0 ? 0 : text.rfind('\n', begin - 1) + 1;
            line_end = std::min(text.find('\n', begin), text.size());
            has_numbers = begins_with_number(text.substr(line, line_end - line));
        }
        const std::string_view stand_in = stand_in_for(text.substr(begin, end - begin));
        if (stand_in.empty() || !has_numbers) return;
        replaced += text.substr(taken, begin - taken);
        replaced += stand_in;
        taken = end;
    });
    if (taken == 0) return std::nullopt;
    return replaced += text.substr(taken);
}

void replace_stand_ins(vtkDataSet& data)
{
    const std::array<vtkFieldData*, 3> groups{data.GetPointData(), data.GetCellData(), data.GetFieldData()};
    for (vtkFieldData* group : groups)
        for (int array = 0; group != nullptr && array < group->GetNumberOfArrays(); ++array)
            replace_in_array(group->GetAbstractArray(array));
    if (auto* const points = vtkPointSet::SafeDownCast(&data);
        points != nullptr && points->GetPoints() != nullptr)
        replace_in_array(points->GetPoints()->GetData());
    if (auto* const grid = vtkRectilinearGrid::SafeDownCast(&data))
        for (vtkDataArray* axis : {grid->GetXCoordinates(), grid->GetYCoordinates(), grid->GetZCoordinates()})
            replace_in_array(axis);
}

}  // namespace farfield::compute
