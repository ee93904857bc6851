#include "app/show/glyph_atlas_qt.h"

#include <QFont>
#include <QFontDatabase>
#include <QFontMetricsF>
#include <QImage>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace farfield::app {
namespace {

constexpr int atlas_width = 512;
constexpr int margin = 1;  // an empty pixel around each glyph, so that filtering finds no neighbour

/// Assigns each glyph its rectangle, row by row; returns the height used.
int lay_out(const QFontMetricsF& metrics, render::GlyphAtlas& atlas)
{
    int x = 0, y = 0, row_height = 0;
    for (std::size_t i = 0; i < atlas.glyphs.size(); ++i) {
        const QChar character(render::GlyphAtlas::first + static_cast<char>(i));
        const QRectF ink = metrics.boundingRect(character);
        auto& glyph = atlas.glyphs[i];
        glyph.advance = static_cast<float>(metrics.horizontalAdvance(character));
        if (ink.isEmpty()) continue;
        const int left_pixel = static_cast<int>(std::floor(ink.left())) - margin;
        const int top_pixel = static_cast<int>(std::floor(ink.top())) - margin;
        glyph.width = static_cast<int>(std::ceil(ink.right())) + margin - left_pixel;
        glyph.height = static_cast<int>(std::ceil(ink.bottom())) + margin - top_pixel;
        glyph.left = static_cast<float>(left_pixel);
        glyph.top = static_cast<float>(-top_pixel);
        if (x + glyph.width > atlas_width) x = 0, y += row_height, row_height = 0;
        glyph.x = x;
        glyph.y = y;
        x += glyph.width;
        row_height = std::max(row_height, glyph.height);
    }
    return y + row_height;
}

void paint(const QFont& font, render::GlyphAtlas& atlas)
{
    QImage image(atlas.width, atlas.height, QImage::Format_Grayscale8);
    image.fill(0);
    QPainter painter(&image);
    painter.setFont(font);
    painter.setPen(Qt::white);
    painter.setRenderHint(QPainter::TextAntialiasing);
    for (std::size_t i = 0; i < atlas.glyphs.size(); ++i) {
        const auto& glyph = atlas.glyphs[i];
        if (glyph.width == 0) continue;
        const QChar character(render::GlyphAtlas::first + static_cast<char>(i));
        painter.drawText(
            QPointF(static_cast<float>(glyph.x) - glyph.left, static_cast<float>(glyph.y) + glyph.top),
            QString(character));
    }
    painter.end();
    atlas.alpha.resize(static_cast<std::size_t>(atlas.width) * static_cast<std::size_t>(atlas.height));
    for (int row = 0; row < atlas.height; ++row)
        std::copy_n(image.constScanLine(row), atlas.width,
                    atlas.alpha.begin() + std::ptrdiff_t{row} * atlas.width);
}

}  // namespace

render::GlyphAtlas make_glyph_atlas(float pixel_size, float pixel_ratio)
{
    render::GlyphAtlas atlas;
    if (QFontDatabase::families().isEmpty()) return atlas;
    QFont font;
    font.setPixelSize(std::max(1, static_cast<int>(std::lround(pixel_size * pixel_ratio))));
    font.setStyleHint(QFont::SansSerif);
    const QFontMetricsF metrics(font);
    atlas.pixel_ratio = pixel_ratio;
    atlas.ascent = static_cast<float>(metrics.ascent());
    atlas.descent = static_cast<float>(metrics.descent());
    atlas.width = atlas_width;
    atlas.height = std::max(1, lay_out(metrics, atlas));
    paint(font, atlas);
    return atlas;
}

}  // namespace farfield::app
