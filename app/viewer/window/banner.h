#pragma once

#include <QFrame>
#include <QTimer>

class QLabel;
class QPushButton;
class QToolButton;

namespace farfield::app {

/// A line over the top of the view that reports a problem, and offers actions against it.
class Banner : public QFrame {
    Q_OBJECT

public:
    enum class Kind { Lost, Interrupted, Offered, Taken, TakenAway, Problem, Note, Busy, Remark };

    explicit Banner(QWidget* parent = nullptr);

    /// Shows a line. Buttons: Busy, cancel; Lost, try again; Interrupted, try now and start over; Offered and
    /// Taken, resume the session and start over; TakenAway, start
    /// over. All these but Busy stay until an answered Retry, or the user, removes them. A Remark, on what
    /// others did or what is done, stays for a while, whatever succeeds meanwhile.
    void show_line(Kind kind, const QString& line);
    /// Removes a problem or a note.
    void clear_problem();
    void clear();

    [[nodiscard]] QString line() const;
    [[nodiscard]] Kind kind() const noexcept { return kind_; }
    /// The line of a problem; else empty.
    [[nodiscard]] QString problem() const { return kind_ == Kind::Problem ? line() : QString(); }

Q_SIGNALS:
    void retry();
    void retry_now();
    void go_on();
    void start_over();
    void cancelled();

private:
    [[nodiscard]] bool waits_for_user() const noexcept { return kind_ < Kind::Problem; }

    Kind kind_ = Kind::Note;
    QString line_;
    QLabel* text_;
    QPushButton* retry_now_;
    QPushButton* go_on_;
    QPushButton* start_over_;
    QPushButton* retry_;
    QPushButton* cancel_;
    QToolButton* dismiss_;
    QTimer remark_over_;
};

/// Column of banners over the top of the view.
class BannerPile : public QWidget {
    Q_OBJECT

public:
    explicit BannerPile(QWidget* parent = nullptr);

    void add(Banner* banner);

Q_SIGNALS:
    void resized(int height);  ///< 0: all are hidden

protected:
    void resizeEvent(QResizeEvent* event) override;
};

}  // namespace farfield::app
