package dev.guildhall.integrations.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.apache.fontbox.FontBoxFont;
import org.apache.fontbox.ttf.TTFParser;
import org.apache.fontbox.ttf.TrueTypeFont;
import org.apache.pdfbox.io.RandomAccessReadBuffer;
import org.apache.pdfbox.pdmodel.font.CIDFontMapping;
import org.apache.pdfbox.pdmodel.font.FontMapper;
import org.apache.pdfbox.pdmodel.font.FontMappers;
import org.apache.pdfbox.pdmodel.font.FontMapping;
import org.apache.pdfbox.pdmodel.font.PDCIDSystemInfo;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.pdmodel.font.PDFontDescriptor;
import org.jspecify.annotations.Nullable;

/**
 * Takes the font that comes with the library for every one that a PDF does not carry itself. Text needs no other; the
 * library by itself reads all fonts of the machine and writes a list of them into the user's folder. Thread-safe.
 */
final class OneFont implements FontMapper {
    private static final String RESOURCE = "/org/apache/pdfbox/resources/ttf/LiberationSans-Regular.ttf";
    private static final OneFont INSTANCE = new OneFont();

    private final TrueTypeFont font = load();

    private OneFont() {
        FontMappers.set(this);
    }

    /** Puts it in place, once a process. */
    static OneFont install() {
        return INSTANCE;
    }

    private static TrueTypeFont load() {
        try (InputStream in = PDFont.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException("the library lacks its font");
            }
            return new TTFParser().parse(RandomAccessReadBuffer.createBufferFromStream(in));
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    @Override
    public FontMapping<TrueTypeFont> getTrueTypeFont(String name, @Nullable PDFontDescriptor descriptor) {
        return new FontMapping<>(font, true);
    }

    @Override
    public FontMapping<FontBoxFont> getFontBoxFont(String name, @Nullable PDFontDescriptor descriptor) {
        return new FontMapping<>(font, true);
    }

    @Override
    @SuppressWarnings("NullAway")
    public CIDFontMapping getCIDFont(
            String name, @Nullable PDFontDescriptor descriptor, @Nullable PDCIDSystemInfo collection) {
        // The library's own mapper leaves the OpenType font away when it falls back.
        return new CIDFontMapping(null, font, true);
    }
}
