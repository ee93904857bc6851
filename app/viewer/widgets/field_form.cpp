#include "app/viewer/widgets/field_form.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "app/viewer/widgets/foreign_text.h"
#include "app/viewer/widgets/number_box.h"

namespace farfield::app {
namespace {

using model::FieldDescription;

/// Label of a member: "Colour map" for "colour_map".
QString label_of(const std::string& name)
{
    QString text = QString::fromStdString(name).replace(QLatin1Char('_'), QLatin1Char(' '));
    if (!text.isEmpty()) text[0] = text[0].toUpper();
    return text;
}

/// Value of a text: JSON, also a list without its brackets; other text is a string, which the reader
/// may refuse.
model::Json json_of(const QString& text)
{
    const auto parsed = [](const QString& of) {
        return model::Json::parse(of.toStdString(), nullptr, false);
    };
    auto json = parsed(text);
    if (json.is_discarded() && text.contains(QLatin1Char(',')))
        json = parsed(QStringLiteral("[%1]").arg(text));
    return json.is_discarded() ? model::Json(text.toStdString()) : json;
}

QString text_of_numbers(const model::Json& value)
{
    if (!value.is_array()) return {};
    QStringList texts;
    for (const auto& element : value) texts << QString::fromStdString(element.dump());
    return texts.join(QStringLiteral(", "));
}

/// Text of a value, in plain words where possible: "auto", "512, 512"; else JSON.
QString text_of_json(const model::Json& value)
{
    const auto is_number = [](const model::Json& element) { return element.is_number(); };
    if (value.is_null()) return {};
    if (value.is_string()) return QString::fromStdString(value);
    const bool is_list = value.is_array() && value.size() > 1 && std::ranges::all_of(value, is_number);
    return is_list ? text_of_numbers(value) : QString::fromStdString(value.dump());
}

bool is_integer(const FieldDescription& member)
{
    return member.type == FieldDescription::Type::Integer;
}

double number_of(const model::Json& value)
{
    return value.is_number() ? value.get<double>() : 0.0;
}

/// Value of a box in its member's type: integers stay integers.
model::Json value_of(const NumberBox& box, const FieldDescription& member)
{
    if (is_integer(member)) return std::llround(box.value());
    return box.value();
}

NumberBox* new_number_box(const FieldDescription& member, QWidget* parent)
{
    auto* box = new NumberBox(parent);
    const auto& rules = member.rules;
    const double least = is_integer(member) ? std::max(rules.least, 0.0) : rules.least;
    box->setRange(std::max(least, box->minimum()), std::min(rules.most, box->maximum()));
    if (is_integer(member)) {
        box->setDecimals(0);
        box->setSingleStep(1.0);
    } else if (std::isfinite(rules.least) && std::isfinite(rules.most)) {
        box->set_scale(rules.most - rules.least);
    }
    return box;
}

/// Members of an array's element, without optional ones that it lacks.
std::vector<FieldDescription> members_of(const FieldDescription& array, const model::Json& element)
{
    std::vector<FieldDescription> there;
    for (const FieldDescription& member : array.members) {
        if (member.is_optional && !element.contains(member.name)) continue;
        there.push_back(member);
        there.back().is_optional = false;
    }
    return there;
}

}  // namespace

FieldForm::FieldForm(const std::vector<FieldDescription>& members, Choices choices, QWidget* parent,
                     Typed typed)
    : QWidget(parent), form_(new QFormLayout(this)), typed_(std::move(typed))
{
    form_->setContentsMargins(0, 0, 0, 0);
    form_->setVerticalSpacing(4);
    for (const FieldDescription& member : members) add_row(member, choices[member.name]);
}

void FieldForm::add_row(const FieldDescription& member, const QStringList& choices)
{
    using enum FieldDescription::Type;
    QStringList texts = choices;
    for (const char* name : member.rules.names) texts << QString::fromUtf8(name);
    const auto row = [&]() -> Show {
        if (!texts.isEmpty()) return add_choice(member, texts);
        if (!member.members.empty()) return add_forms(member);
        if (member.is_optional || member.type == Text || member.type == Array || member.type == Object)
            return add_text(member);
        if (member.type == Boolean) return add_tick(member);
        return member.size == 0 ? add_number(member) : add_numbers(member);
    };
    rows_.push_back({member.name, member.otherwise, row()});
}

void FieldForm::add(const FieldDescription& member, QWidget* box)
{
    box->setObjectName(QStringLiteral("field_") + QString::fromStdString(member.name));
    const auto typed = typed_.find(member.name);
    const auto described = QString::fromStdString(model::text_of(member));
    Tip(typed != typed_.end() ? typed->second.tip
                              : QString(described).remove(QLatin1Char('`')).remove(QLatin1Char('"')))
        .show_on(*box);
    form_->addRow(label_of(member.name), box);
}

void FieldForm::set(const std::string& name, model::Json value)
{
    if (value.is_null())
        values_.erase(name);
    else
        values_[name] = std::move(value);
    Q_EMIT edited(values_);
}

void FieldForm::show_values(const model::Json& values)
{
    values_ = values;
    for (const Row& row : rows_) row.show(values.contains(row.name) ? values.at(row.name) : row.otherwise);
}

FieldForm::Show FieldForm::add_choice(const FieldDescription& member, QStringList texts)
{
    const QString absent = tr("automatic");
    if (member.is_optional) texts.prepend(absent);
    auto* box = new QComboBox(this);
    box->addItems(texts);
    add(member, box);
    connect(box, &QComboBox::textActivated, this,
            [this, name = member.name, absent, is_optional = member.is_optional](const QString& text) {
                set(name, is_optional && text == absent ? model::Json() : model::Json(text.toStdString()));
            });
    return [box](const model::Json& value) {
        // A value that is not among the choices is shown too: the node may know more than it lists.
        const int index = value.is_string() ? box->findText(QString::fromStdString(value)) : 0;
        if (index < 0) box->addItem(QString::fromStdString(value));
        box->setCurrentIndex(index < 0 ? box->count() - 1 : index);
    };
}

FieldForm::Show FieldForm::add_tick(const FieldDescription& member)
{
    auto* box = new QCheckBox(this);
    add(member, box);
    connect(box, &QCheckBox::clicked, this, [this, name = member.name](bool on) { set(name, on); });
    return [box](const model::Json& value) { box->setChecked(value.is_boolean() && value.get<bool>()); };
}

FieldForm::Show FieldForm::add_number(const FieldDescription& member)
{
    auto* box = new_number_box(member, this);
    add(member, box);
    connect(box, &QDoubleSpinBox::valueChanged, this,
            [this, box, member] { set(member.name, value_of(*box, member)); });
    return [box, member](const model::Json& value) {
        const double number = number_of(value);
        if (!is_integer(member) && !std::isfinite(member.rules.most)) box->set_scale(std::abs(number));
        box->show_value(number);
    };
}

FieldForm::Show FieldForm::add_numbers(const FieldDescription& member)
{
    auto* row = new QWidget(this);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    std::vector<NumberBox*> boxes;
    for (std::size_t i = 0; i < member.size; ++i) {
        boxes.push_back(new_number_box(member, row));
        layout->addWidget(boxes.back());
    }
    add(member, row);
    const auto take = [this, boxes, member] {
        auto values = model::Json::array();
        for (const NumberBox* box : boxes) values.push_back(value_of(*box, member));
        set(member.name, std::move(values));
    };
    for (NumberBox* box : boxes) connect(box, &QDoubleSpinBox::valueChanged, this, take);
    return [boxes](const model::Json& value) {
        for (std::size_t i = 0; i < boxes.size(); ++i)
            boxes[i]->show_value(value.is_array() && i < value.size() ? number_of(value[i]) : 0.0);
    };
}

FieldForm::Show FieldForm::add_text(const FieldDescription& member)
{
    auto* box = new QLineEdit(this);
    const auto found = typed_.find(member.name);
    const TypedMember* typed =
        found == typed_.end() ? nullptr : &found->second;  // valid for as long as the form lives
    if (member.is_optional) box->setPlaceholderText(typed != nullptr ? typed->absent : tr("automatic"));
    add(member, box);
    const bool is_text = member.type == FieldDescription::Type::Text;
    const bool has_numbers = member.size > 0;
    connect(box, &QLineEdit::editingFinished, this, [this, box, member, is_text, has_numbers, typed] {
        if (!box->isModified()) return;
        box->setModified(false);
        const QString text = box->text().trimmed();
        if (text.isEmpty() && member.is_optional) return set(member.name, {});
        if (is_text) return set(member.name, text.toStdString());
        if (typed != nullptr) return set(member.name, typed->value(text.toStdString()));
        set(member.name, json_of(has_numbers ? QStringLiteral("[%1]").arg(text) : text));
    });
    return [box, has_numbers, typed](const model::Json& value) {
        if (box->hasFocus() && box->isModified()) return;
        const QString text = value.is_null()    ? QString()
                             : has_numbers      ? text_of_numbers(value)
                             : typed != nullptr ? QString::fromStdString(typed->text(value))
                                                : text_of_json(value);
        box->setText(text);
    };
}

FieldForm::Show FieldForm::add_forms(const FieldDescription& member)
{
    auto* pile = new QWidget(this);
    auto* column = new QVBoxLayout(pile);
    column->setContentsMargins(0, 0, 0, 0);
    pile->setObjectName(QStringLiteral("field_") + QString::fromStdString(member.name));
    form_->addRow(pile);
    auto forms = std::make_shared<std::vector<FieldForm*>>();
    return [this, pile, column, member, forms](const model::Json& value) {
        const bool is_one = member.type == FieldDescription::Type::Object;
        const std::size_t count = is_one ? 1 : value.is_array() ? value.size() : 0;
        for (; forms->size() > count; forms->pop_back()) delete forms->back();
        for (std::size_t i = 0; i < count; ++i) {
            const model::Json& element = is_one ? value : value[i];
            const auto members = is_one ? member.members : members_of(member, element);
            if (i < forms->size() && (*forms)[i]->rows_.size() == members.size()) {
                (*forms)[i]->show_values(element);
                continue;
            }
            for (; forms->size() > i; forms->pop_back()) delete forms->back();
            forms->push_back(add_form(member, members, i, pile));
            column->addWidget(forms->back());
            forms->back()->show_values(element);
        }
    };
}

FieldForm* FieldForm::add_form(const FieldDescription& member, const std::vector<FieldDescription>& members,
                               std::size_t at, QWidget* parent)
{
    auto* form = new FieldForm(members, {}, parent);
    const bool is_one = member.type == FieldDescription::Type::Object;
    connect(form, &FieldForm::edited, this,
            [this, is_one, name = member.name, at](const model::Json& edited) {
                auto all = is_one ? edited : values_.at(name);
                if (!is_one) all.at(at) = edited;
                set(name, std::move(all));
            });
    return form;
}

}  // namespace farfield::app
