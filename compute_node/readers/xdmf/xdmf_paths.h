#pragma once

#include <vtkXMLDataElement.h>

#include <string_view>
#include <vector>

/// Paths to elements of an XDMF file, in the part of XPath 1.0 that such files use: steps down by names or
/// `*` behind `/` and `//`, unions by `|`, and predicates of positions, attributes and names, joined by `and`
/// and `or`: "//Grid[@Name='mesh'][1]/*[self::Topology or self::Geometry]".
namespace farfield::compute {

/// Returns the elements that the path of a Reference selects, in order. Throws XdmfError for a path that is
/// not understood.
[[nodiscard]] std::vector<vtkXMLDataElement*> xdmf_selected(vtkXMLDataElement& root, std::string_view path);

/// Returns the elements that the xpointer of an XInclude selects: "xpointer(PATH)", "element(/1/1/2)", a path
/// by itself, or several of these, of which the first counts that selects an element. Throws as
/// xdmf_selected().
[[nodiscard]] std::vector<vtkXMLDataElement*> xdmf_pointed(vtkXMLDataElement& root, std::string_view pointer);

}  // namespace farfield::compute
