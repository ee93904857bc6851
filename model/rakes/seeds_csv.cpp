#include "model/rakes/seeds_csv.h"

#include "model/csv/csv_rows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace farfield::model {

ListRake read_seeds_csv(std::istream& text, const std::string& name, const SeedLimit& limit,
                        const std::atomic<bool>* cancelled)
{
    CsvRows rows{text,
                 name,
                 {.things = "seeds", .names = {"x", "y", "z"}, .last = "t", .only_these = true},
                 cancelled};
    ListRake list;
    std::array<double, 4> numbers{};
    while (rows.next()) {
        const std::span<double> values = std::span{numbers}.first(rows.columns());
        for (std::size_t row = 0; row < rows.size(); ++row) {
            if (!rows.read(row, values)) rows.fail(row);
            if (!std::ranges::all_of(values, [](double value) { return fits_binary32(value); }))
                rows.fail(row, "expected finite numbers of binary32");
            if (list.at.size() == limit.seeds)
                rows.fail(row, "more seeds than " + limit.name + " = " + std::to_string(limit.seeds));
            list.at.push_back({numbers[0], numbers[1], numbers[2]});
            if (values.size() == numbers.size()) list.times.push_back(numbers[3]);
        }
    }
    return list;
}

}  // namespace farfield::model
