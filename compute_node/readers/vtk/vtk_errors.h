#pragma once

#include <mutex>
#include <string>

#include <vtkSmartPointer.h>

class vtkOutputWindow;

namespace farfield::compute {

/// Catches in text what VTK prints, while this object lives: VTK reports errors by printing and goes on. VTK
/// has one output window for the whole program, so only one such object lives at a time; others wait.
class VtkErrors {
public:
    VtkErrors();
    ~VtkErrors();
    VtkErrors(const VtkErrors&) = delete;
    VtkErrors& operator=(const VtkErrors&) = delete;

    /// Ignores, from now on, errors that contain these words.
    void pass_over(std::string words);
    /// The first error in one line, without VTK's file and line; empty when there was none.
    [[nodiscard]] std::string first_error() const;

private:
    class Window;

    std::unique_lock<std::mutex> turn_;
    vtkSmartPointer<vtkOutputWindow> before_;
    vtkSmartPointer<Window> window_;
};

}  // namespace farfield::compute
