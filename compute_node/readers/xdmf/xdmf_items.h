#pragma once

#include "compute_node/readers/hdf5/hdf5_file.h"

#include <vtkSmartPointer.h>
#include <vtkXMLDataElement.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace farfield::compute {

/// The error for a part of an XDMF file that is not understood: the expected and the found, without the file.
struct XdmfError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The light data of an XDMF file, and the heavy data that it names: numbers in the text, in HDF5 and in
/// plain binary files beside it. Call it with Hdf5File::turn() held.
class XdmfItems {
public:
    /// Throws std::runtime_error where the file is no XDMF.
    explicit XdmfItems(const std::filesystem::path& file);

    [[nodiscard]] vtkXMLDataElement& root() const { return *root_; }
    /// The numbers of a DataItem: its own, those of a HyperSlab or of Coordinates, or of several items that
    /// the Function JOIN puts side by side. Throws std::runtime_error with the item where they are of a kind
    /// that is not read (other Functions), or other than its Dimensions says.
    [[nodiscard]] std::vector<double> numbers(vtkXMLDataElement& item);
    /// Returns the elements of a name within an element, in order. An XInclude there stands for the elements
    /// of this file that it points to. Throws XdmfError where it points elsewhere, or to none.
    [[nodiscard]] std::vector<vtkXMLDataElement*> within(vtkXMLDataElement& element, std::string_view name);
    /// Resolves an element that may be a Reference: "/Xdmf/Domain/Topology[1]".
    [[nodiscard]] vtkXMLDataElement& referred(vtkXMLDataElement& element);
    /// Parses lengths such as "4 3 2".
    [[nodiscard]] static std::vector<std::uint64_t> dims(const char* text);

    /// Adds a remark, once.
    void note(std::string remark);
    [[nodiscard]] const std::vector<std::string>& remarks() const { return remarks_; }
    /// Throws XdmfError with a text.
    [[noreturn]] static void fail(const std::string& what);

private:
    void add_or_include(vtkXMLDataElement& element, std::string_view name,
                        std::vector<vtkXMLDataElement*>& found, int depth);
    [[nodiscard]] const std::vector<vtkXMLDataElement*>&
    pointed(const std::string& path,
            std::vector<vtkXMLDataElement*> (*follow)(vtkXMLDataElement&, std::string_view));
    [[nodiscard]] std::vector<double> in_text_or_file(vtkXMLDataElement& item);
    [[nodiscard]] std::vector<double> hyperslab(vtkXMLDataElement& item, int depth);
    [[nodiscard]] std::vector<double> joined(vtkXMLDataElement& item, int depth);
    [[nodiscard]] std::vector<double> numbers_of(vtkXMLDataElement& item, int depth);
    [[nodiscard]] std::vector<double> at_coordinates(vtkXMLDataElement& item, int depth);
    [[nodiscard]] std::vector<std::uint64_t> shape_of(vtkXMLDataElement& item, std::size_t rank);
    /// The file and the dataset's name in "flow.h5:/a/b".
    [[nodiscard]] std::pair<Hdf5File*, std::string> dataset(std::string_view where);
    [[nodiscard]] std::vector<double> in_hdf5(std::string_view where, const std::vector<std::uint64_t>& said);
    [[nodiscard]] std::vector<double> in_binary(vtkXMLDataElement& item, std::string_view where,
                                                std::uint64_t count) const;

    std::filesystem::path path_;
    vtkSmartPointer<vtkXMLDataElement> root_;
    std::map<std::string, std::unique_ptr<Hdf5File>> open_;
    std::map<std::string, std::vector<vtkXMLDataElement*>> pointed_;  ///< elements, by what points to them
    std::vector<std::string> remarks_;
};

/// An element's attribute; "" where it has none.
[[nodiscard]] std::string xdmf_attribute(vtkXMLDataElement& element, const char* name);

}  // namespace farfield::compute
