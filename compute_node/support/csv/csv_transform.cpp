#include "compute_node/support/csv/csv_transform.h"

#include "compute_node/support/parallel.h"

#include <algorithm>
#include <vector>

namespace farfield {

namespace {

constexpr std::size_t rows_at_once = 256;  // rows that a free thread takes

/// Some rows of a block, and their answers.
struct Share {
    std::string text;
    std::size_t faulty = 0;  ///< the first row that cannot be answered; the end where all can
};

void transform_share(const model::CsvRows& rows, const CsvTransform& transform, std::size_t first,
                     Share& share)
{
    std::vector<double> numbers(rows.columns());
    const std::size_t end = std::min(first + rows_at_once, rows.size());
    share.text.clear();
    for (share.faulty = first; share.faulty < end; ++share.faulty) {
        if (!rows.read(share.faulty, numbers) || !transform.fault(numbers).empty()) return;
        transform.answer(rows.first() + share.faulty, numbers, share.text);
    }
}

/// Throws the fault of a row.
[[noreturn]] void fail(const model::CsvRows& rows, const CsvTransform& transform, std::size_t row)
{
    std::vector<double> numbers(rows.columns());
    if (!rows.read(row, numbers)) rows.fail(row);
    rows.fail(row, transform.fault(numbers));
}

double part_done(const model::CsvRows& rows, std::uint64_t bytes)
{
    return bytes == 0 ? 0.0
                      : std::min(1.0, static_cast<double>(rows.bytes_done()) / static_cast<double>(bytes));
}

}  // namespace

void transform_rows(model::CsvRows& rows, AtomicText& out, const CsvTransform& transform, int threads,
                    const RowWatch& watch)
{
    out.add(transform.header + "\n");
    std::vector<Share> shares;
    while (!is_set(watch.cancelled) && rows.next()) {
        shares.resize((rows.size() + rows_at_once - 1) / rows_at_once);
        parallel_sum(static_cast<std::int64_t>(shares.size()), threads, [&](std::int64_t n) -> std::uint64_t {
            const auto share = static_cast<std::size_t>(n);
            if (!is_set(watch.cancelled))
                transform_share(rows, transform, share * rows_at_once, shares[share]);
            return 0;
        });
        if (is_set(watch.cancelled)) return;
        for (std::size_t n = 0; n < shares.size(); ++n) {
            const std::size_t end = std::min((n + 1) * rows_at_once, rows.size());
            if (shares[n].faulty < end) fail(rows, transform, shares[n].faulty);
            out.add(shares[n].text);
        }
        if (watch.progress) watch.progress(part_done(rows, watch.bytes), rows.first() + rows.size());
    }
}

}  // namespace farfield
