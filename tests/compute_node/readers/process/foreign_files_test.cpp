// Files that others made; skipped where they are not.
#include "compute_node/datasets/dataset_catalogue.h"
#include "compute_node/readers/process/reader_processes.h"
#include "compute_node/support/formats/known_formats.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/readers/process/reader_folder.h"
#include "tests/foreign_data.h"

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;
using farfield::test::foreign_folder;

namespace {

std::vector<std::byte> answer_of(const FieldReader& reader, const ReadRequest& request, std::string& error)
{
    std::vector<std::byte> bytes;
    error = error_of([&] { bytes = bytes_of(reader.read(request)); });
    return bytes;
}

}  // namespace

TEST_CASE("ReaderProcesses: every foreign file reads, or fails, as in this process", "[process][real]")
{
    const auto folder = foreign_folder();
    if (!folder) return;
    const DatasetCatalogue catalogue{{*folder}};
    const ReaderFolder own;
    ReaderSettings settings = own.settings();
    settings.data_folders = {*folder};
    const ReaderProcesses readers{settings};
    const auto here = reader_in_this_process();
    std::size_t datasets = 0;
    for (const CatalogueEntry& entry : catalogue.list()) {
        if (is_analytic_name(entry.name)) continue;
        INFO(entry.name);
        const DatasetFiles files = catalogue.files(entry.name);
        for (const ReadRequest& request : {times_asked(files.files.front()), step_of(files.files.front())}) {
            std::string error, error_here;
            const bool equal = answer_of(readers, request, error) == answer_of(*here, request, error_here);
            CHECK(equal);
            CHECK(error == error_here);
        }
        ++datasets;
    }
    CHECK(datasets > 20);
}
