#include "compute_node/readers/process/landlock.h"
#include "compute_node/readers/process/reader_processes.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/readers/process/reader_folder.h"

#include <algorithm>
#include <fstream>
#include <string_view>

#include <sys/stat.h>

#ifdef FARFIELD_TEST_HDF5
#include <hdf5.h>
#include <hdf5_hl.h>
#endif

using namespace farfield;
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

bool holds_canary(const std::vector<std::byte>& bytes)
{
    return std::string_view{reinterpret_cast<const char*>(bytes.data()), bytes.size()}.find("canary") !=
           std::string_view::npos;
}

/// Nothing of the secret file comes out, neither as values nor in words.
void check_refused(const ReaderProcesses& readers, const ReadRequest& request)
{
    bool leaks = false;
    const std::string error = error_of([&] { leaks = holds_canary(bytes_of(readers.read(request))); });
    CHECK_FALSE(leaks);
    CHECK_FALSE(error.empty());
    CHECK_FALSE(contains(error, "canary"));
    INFO(error);
    CHECK(contains(error, "secret"));
}

#ifdef FARFIELD_TEST_HDF5

/// A NetCDF-4 file of a velocity (u, v) on 2 x 4 nodes, made of HDF5's own objects.
class FlowFile {
public:
    explicit FlowFile(const fs::path& file)
        : file_{H5Fcreate(file.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT)}
    {
        const std::vector<float> numbers{0, 1, 2, 3};
        const hsize_t along_y = 2, along_x = 4;
        H5LTmake_dataset_float(file_, "y", 1, &along_y, numbers.data());
        H5LTmake_dataset_float(file_, "x", 1, &along_x, numbers.data());
        for (const char* axis : {"x", "y"}) {
            const hid_t scale = H5Dopen2(file_, axis, H5P_DEFAULT);
            H5DSset_scale(scale, axis);
            H5Dclose(scale);
        }
    }
    ~FlowFile() { H5Fclose(file_); }
    FlowFile(const FlowFile&) = delete;
    FlowFile& operator=(const FlowFile&) = delete;

    /// properties: where its values lie.
    void add(const char* component, hid_t properties) const
    {
        const hsize_t dims[2]{2, 4};
        const hid_t space = H5Screate_simple(2, dims, nullptr);
        const hid_t set =
            H5Dcreate2(file_, component, H5T_NATIVE_FLOAT, space, H5P_DEFAULT, properties, H5P_DEFAULT);
        REQUIRE(set >= 0);
        const hid_t y = H5Dopen2(file_, "y", H5P_DEFAULT), x = H5Dopen2(file_, "x", H5P_DEFAULT);
        H5DSattach_scale(set, y, 0);
        H5DSattach_scale(set, x, 1);
        for (const hid_t object : {set, y, x}) H5Dclose(object);
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
    const fs::path file =
        folder.write("a.case", "FORMAT\ntype: ensight gold\nGEOMETRY\nmodel: ../secret\nVARIABLE\n"
                               "vector per node: velocity ../secret\n");
    with_both_confinements(folder,
                           [&](const ReaderProcesses& readers) { check_refused(readers, step_of({file})); });
}

TEST_CASE("confinement: values of a scan that lie outside are refused by the name from the file", "[process]")
{
    const ReaderFolder folder;
    const std::string meta = "ObjectType = Image\nNDims = 3\nBinaryData = True\nDimSize = 2 2 2\n"
                             "ElementType = MET_UCHAR\nElementDataFile = ../secret\n";
    const std::string nrrd = "NRRD0004\ntype: uchar\ndimension: 3\nsizes: 20 2 1\nencoding: raw\n"
                             "data file: ../secret\n";
    for (const auto& [name, text] : {std::pair{"a.mhd", meta}, {"b.nrrd", nrrd}}) {
        const fs::path file = folder.write(name, text);
        with_both_confinements(folder, [&, file = file](const ReaderProcesses& readers) {
            check_refused(readers, step_of({file}));
            const std::string error = error_of([&] { (void)readers.read(step_of({file})); });
            CHECK(contains(error, "../secret"));
            CHECK_FALSE(contains(error, folder.secret().string()));
        });
    }
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

TEST_CASE("confinement: a pipe that a case names is refused without waiting for it", "[process]")
{
    const ReaderFolder folder;
    REQUIRE(mkfifo((folder / "secret.geo").c_str(), 0600) == 0);
    const fs::path file = folder.write("a.case", "FORMAT\ntype: ensight gold\nGEOMETRY\nmodel: secret.geo\n");
    const fs::path scan =
        folder.write("a.mhd", "ObjectType = Image\nNDims = 3\nBinaryData = True\nDimSize = 2 2 2\n"
                              "ElementType = MET_UCHAR\nElementDataFile = secret.geo\n");
    with_both_confinements(folder, [&](const ReaderProcesses& readers) {
        CHECK_FALSE(error_of([&] { (void)readers.read(step_of({file})); }).empty());
        CHECK(contains(error_of([&] { (void)readers.read(step_of({scan})); }),
                       "it refers to 'secret.geo', which is no regular file, but a pipe"));
    });
}

TEST_CASE("confinement: what lies outside is refused in the same words whether it is there or not",
          "[process]")
{
    const ReaderFolder folder;
    std::ofstream{folder.secret().parent_path() / "is-there0.f00000"} << "canary";
    const auto error_for = [&](const ReaderProcesses& readers, const std::string& name) {
        const fs::path file = folder.write(
            "a.nek5000", "filetemplate: ../" + name + "%01d.f%05d\nfirsttimestep: 0\nnumtimesteps: 1\n");
        return error_of([&] { (void)readers.read(step_of({file})); });
    };
    with_both_confinements(folder, [&](const ReaderProcesses& readers) {
        std::string there = error_for(readers, "is-there");
        CHECK(contains(there, "outside the data folders"));
        CHECK(there.replace(there.find("is-there"), 8, "no-where") == error_for(readers, "no-where"));
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
        const FlowFile flow{file};
        flow.add("u", properties);
        flow.add("v", properties);
        H5Pclose(properties);
    }
    CHECK(holds_canary(bytes_of(reader_in_this_process()->read(step_of({file})))));  // it would come out
    with_both_confinements(folder,
                           [&](const ReaderProcesses& readers) { check_refused(readers, step_of({file})); });
}

TEST_CASE("confinement: a virtual dataset of HDF5 whose source lies outside is refused by its name",
          "[process]")
{
    const ReaderFolder folder;
    const fs::path file = folder / "virtual.nc", source = folder.data().parent_path() / "secret.h5";
    {
        const FlowFile outside{source};
        outside.add("u", H5P_DEFAULT);
    }
    {
        const hsize_t dims[2]{2, 4};
        const hid_t space = H5Screate_simple(2, dims, nullptr), properties = H5Pcreate(H5P_DATASET_CREATE);
        H5Pset_virtual(properties, space, source.c_str(), "u", space);
        const FlowFile flow{file};
        flow.add("u", properties);
        flow.add("v", properties);
        H5Pclose(properties);
        H5Sclose(space);
    }
    with_both_confinements(folder,
                           [&](const ReaderProcesses& readers) { check_refused(readers, step_of({file})); });
}

#endif
