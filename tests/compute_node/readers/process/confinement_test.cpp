#include "compute_node/readers/process/landlock.h"
#include "compute_node/readers/process/reader_processes.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/readers/process/reader_folder.h"

#include <algorithm>
#include <string_view>

#ifdef FARFIELD_TEST_HDF5
#include <hdf5.h>
#endif

using namespace farfield::compute;
using namespace farfield::compute::testing;

namespace {

namespace fs = std::filesystem;

/// Reads with the kernel's confinement, and with the check of paths alone, as on kernels without Landlock.
template <class Check>
void with_both_confinements(const ReaderFolder& folder, const Check& check)
{
    for (const bool use_landlock : {true, false}) {
        if (use_landlock && !has_landlock()) {
            WARN("skipped: this kernel has no Landlock");
            continue;
        }
        INFO((use_landlock ? "with Landlock" : "with the check of paths alone"));
        ReaderSettings settings = folder.settings();
        settings.use_landlock = use_landlock;
        const ReaderProcesses readers{settings};
        check(readers);
    }
}

/// Nothing of the secret file comes out, neither as values nor in words.
void check_refused(const ReaderProcesses& readers, const ReadRequest& request)
{
    const std::string error = error_of([&] {
        const std::vector<std::byte> all = bytes_of(readers.read(request));
        const std::string_view text{reinterpret_cast<const char*>(all.data()), all.size()};
        CHECK_FALSE(contains(std::string{text}, "canary"));
    });
    CHECK_FALSE(error.empty());
    CHECK_FALSE(contains(error, "canary"));
    CHECK(contains(error, "secret"));
}

#ifdef FARFIELD_TEST_HDF5

/// A group of HDF5 identifiers, closed together.
class Hdf5 {
public:
    explicit Hdf5(const fs::path& file) : file_{H5Fcreate(file.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT)} {}
    ~Hdf5() { H5Fclose(file_); }
    Hdf5(const Hdf5&) = delete;
    Hdf5& operator=(const Hdf5&) = delete;

    void add(const char* name, const std::vector<hsize_t>& dims, hid_t properties, const char* units) const
    {
        const hid_t space = H5Screate_simple(static_cast<int>(dims.size()), dims.data(), nullptr);
        const hid_t set = H5Dcreate2(file_, name, H5T_NATIVE_FLOAT, space, H5P_DEFAULT, properties, H5P_DEFAULT);
        REQUIRE(set >= 0);
        const hid_t text = H5Tcopy(H5T_C_S1), scalar = H5Screate(H5S_SCALAR);
        H5Tset_size(text, std::string_view{units}.size());
        const hid_t attribute = H5Acreate2(set, "units", text, scalar, H5P_DEFAULT, H5P_DEFAULT);
        H5Awrite(attribute, text, units);
        H5Aclose(attribute);
        H5Sclose(scalar);
        H5Tclose(text);
        H5Dclose(set);
        H5Sclose(space);
    }

private:
    hid_t file_;
};

#endif

}  // namespace

TEST_CASE("confinement: a link out of the data folder is not followed", "[process]")
{
    const ReaderFolder folder;
    fs::create_symlink(folder.secret(), folder / "a.vtk");
    with_both_confinements(folder, [&](const ReaderProcesses& readers) {
        CHECK_FALSE(error_of([&] { (void)readers.read(step_of({folder / "a.vtk"})); }).empty());
    });
}

TEST_CASE("confinement: an EnSight case that names a file outside is refused by that name", "[process]")
{
    const ReaderFolder folder;
    const fs::path file = folder.write("a.case", "FORMAT\ntype: ensight gold\nGEOMETRY\nmodel: ../secret\nVARIABLE\n"
                                                 "vector per node: velocity ../secret\n");
    with_both_confinements(folder,
                           [&](const ReaderProcesses& readers) { check_refused(readers, step_of({file})); });
}

TEST_CASE("confinement: a Nek5000 template that leads outside is refused", "[process]")
{
    const ReaderFolder folder;
    const fs::path file =
        folder.write("a.nek5000", "filetemplate: ../secret%.0s%.0s\nfirsttimestep: 0\nnumtimesteps: 1\n");
    with_both_confinements(folder, [&](const ReaderProcesses& readers) {
        CHECK_FALSE(error_of([&] { (void)readers.read(step_of({file})); }).empty());
    });
}

#ifdef FARFIELD_TEST_HDF5

TEST_CASE("confinement: external storage of HDF5 outside is refused by its name", "[process]")
{
    const ReaderFolder folder;
    const fs::path file = folder / "external.nc";
    {
        const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
        H5Pset_external(properties, folder.secret().c_str(), 0, 8 * sizeof(float));
        const Hdf5 hdf5{file};
        hdf5.add("u", {2, 4}, properties, "m/s");
        hdf5.add("v", {2, 4}, properties, "m/s");
        H5Pclose(properties);
    }
    with_both_confinements(folder,
                           [&](const ReaderProcesses& readers) { check_refused(readers, step_of({file})); });
}

TEST_CASE("confinement: a virtual dataset of HDF5 whose source lies outside is refused by its name", "[process]")
{
    const ReaderFolder folder;
    const fs::path file = folder / "virtual.nc", source = folder.data().parent_path() / "secret.h5";
    {
        const Hdf5 outside{source};
        outside.add("u", {2, 4}, H5P_DEFAULT, "m/s");
    }
    {
        const hsize_t dims[2]{2, 4};
        const hid_t space = H5Screate_simple(2, dims, nullptr), properties = H5Pcreate(H5P_DATASET_CREATE);
        H5Pset_virtual(properties, space, source.c_str(), "u", space);
        const Hdf5 hdf5{file};
        hdf5.add("u", {2, 4}, properties, "m/s");
        hdf5.add("v", {2, 4}, properties, "m/s");
        H5Pclose(properties);
        H5Sclose(space);
    }
    with_both_confinements(folder,
                           [&](const ReaderProcesses& readers) { check_refused(readers, step_of({file})); });
}

#endif
