#pragma once

#include <QFrame>
#include <QTimer>

class QLabel;
class QPushButton;
class QToolButton;

namespace farfield::app {

/// One line over the top of the view that says what went wrong, and what can be done.
class Banner : public QFrame {
    Q_OBJECT

public:
    enum class Kind { Lost, Interrupted, Offered, Taken, TakenAway, Problem, Note, Busy, Remark };

    explicit Banner(QWidget* parent = nullptr);

    /// Busy has a button to cancel. Lost has one to try again, Interrupted one to try now and one to start
    /// over, a session that is offered or was taken one to go on with it (not TakenAway) and one to start
    /// over; only an answered Retry, or the user, takes these away. A remark on what others did, or on what
    /// was done, stays for a while, whatever succeeds meanwhile.
    void show_line(Kind kind, const QString& line);
    /// Takes away a problem or a note.
    void clear_problem();
    void clear();

    [[nodiscard]] QString line() const;
    [[nodiscard]] Kind kind() const noexcept { return kind_; }
    /// The line where it is a problem; else empty.
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

/// Banners over the top of the view, one below the other.
class BannerPile : public QWidget {
    Q_OBJECT

public:
    explicit BannerPile(QWidget* parent = nullptr);

    void add(Banner* banner);

Q_SIGNALS:
    void resized(int height);  ///< 0: none is shown

protected:
    void resizeEvent(QResizeEvent* event) override;
};

}  // namespace farfield::app
