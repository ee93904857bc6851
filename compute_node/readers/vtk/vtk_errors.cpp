#include "compute_node/readers/vtk/vtk_errors.h"

#include <vtkLogger.h>
#include <vtkObjectFactory.h>
#include <vtkOutputWindow.h>

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

namespace farfield::compute {

class VtkErrors::Window : public vtkOutputWindow {
public:
    static Window* New();
    vtkTypeMacro(Window, vtkOutputWindow)

        void DisplayText(const char* /*text*/) override
    {}
    void DisplayErrorText(const char* text) override
    {
        if (text == nullptr || !error.empty()) return;
        if (passed_over.empty() || std::string_view{text}.find(passed_over) == std::string_view::npos)
            error = text;
    }
    void DisplayWarningText(const char* /*text*/) override {}
    void DisplayGenericWarningText(const char* text) override { DisplayErrorText(text); }
    void DisplayDebugText(const char* /*text*/) override {}

    std::string error;
    std::string passed_over;  ///< words of errors that are ignored
};

VtkErrors::Window* VtkErrors::Window::New()
{
    VTK_STANDARD_NEW_BODY(VtkErrors::Window);
}

namespace {

std::mutex& window_mutex()
{
    static std::mutex mutex;
    return mutex;
}

/// "ERROR: In file, line 1\nvtkReader (0x1): What went wrong\n\n" becomes "What went wrong",
/// and so does "Generic Warning: In file, line 1\nWhat went wrong\n".
std::string essence(std::string text)
{
    // A dump of the reader's request: "Algorithm vtkReader (0x1) returned failure for request: ...".
    const std::size_t failure = text.find("returned failure for request");
    if (failure != std::string::npos)
        return "VTK's reader failed; the file is damaged, or says more than it holds";
    const std::size_t object = text.find("): ");
    if (object != std::string::npos) text.erase(0, object + 3);
    if (text.starts_with("Generic Warning: In ")) text.erase(0, text.find('\n') + 1);
    const auto is_space = [](unsigned char c) { return std::isspace(c) != 0; };
    std::replace_if(text.begin(), text.end(), is_space, ' ');
    const std::size_t end = text.find_last_not_of(' ');
    return text.substr(0, end == std::string::npos ? 0 : end + 1);
}

}  // namespace

VtkErrors::VtkErrors()
    : turn_{window_mutex()}, before_{vtkOutputWindow::GetInstance()}, window_{vtkSmartPointer<Window>::New()}
{
    vtkOutputWindow::SetInstance(window_);
    vtkLogger::SetStderrVerbosity(vtkLogger::VERBOSITY_OFF);  // it prints past the window
}

VtkErrors::~VtkErrors()
{
    vtkOutputWindow::SetInstance(before_);
}

void VtkErrors::pass_over(std::string words)
{
    window_->passed_over = std::move(words);
}

std::string VtkErrors::first_error() const
{
    return essence(window_->error);
}

}  // namespace farfield::compute
