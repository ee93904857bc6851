#pragma once

#include <QWidget>

#include "model/rakes/rakes.h"

class QCheckBox;

namespace farfield::app {

class NumberBox;

/// Times at which a rake releases particles: start, end and interval, each of which may be left open.
class InjectionEdit : public QWidget {
    Q_OBJECT

public:
    explicit InjectionEdit(QWidget* parent = nullptr);

    void show_injection(const model::Injection& injection);
    /// step: of the particles, for suggested numbers; units: of time, may be empty.
    void set_time(double step, const QString& units);
    [[nodiscard]] model::Injection injection() const;

Q_SIGNALS:
    void edited();

private:
    /// A number that may be left open.
    struct Row {
        QCheckBox* given = nullptr;
        NumberBox* number = nullptr;
        void show(const std::optional<double>& value) const;
        [[nodiscard]] std::optional<double> value() const;
    };
    [[nodiscard]] Row make_row(const QString& text, const char* name, const QString& tip);
    void open(bool rows);

    QCheckBox* timed_;
    QWidget* rows_;
    Row start_, end_, interval_;
};

}  // namespace farfield::app
