#include "app/viewer/window/resume_notice.h"

#include "app/viewer/sharing/resume_control.h"
#include "app/viewer/window/banner.h"

namespace farfield::app {

ResumeNotice::ResumeNotice(ResumeControl& resume, Banner& banner, QObject* parent) : QObject(parent)
{
    connect(&resume, &ResumeControl::offered, &banner,
            [&banner](const QString& line) { banner.show_line(Banner::Kind::Offered, line); });
    connect(&resume, &ResumeControl::taken, &banner, [&banner](const QString& line, bool may_go_on) {
        banner.show_line(may_go_on ? Banner::Kind::Taken : Banner::Kind::TakenAway, line);
    });
    connect(&resume, &ResumeControl::remark, &banner,
            [&banner](const QString& line) { banner.show_line(Banner::Kind::Remark, line); });
    connect(&banner, &Banner::go_on, &resume, &ResumeControl::go_on);
}

}  // namespace farfield::app
