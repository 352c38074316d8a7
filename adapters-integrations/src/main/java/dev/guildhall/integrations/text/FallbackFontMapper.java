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
 * Uses the library's own font for every font that a PDF does not contain. Text extraction needs no other; by default
 * the library would read all fonts of the machine and write a list of them into the user's home directory.
 */
final class FallbackFontMapper implements FontMapper {
    private static final String RESOURCE = "/org/apache/pdfbox/resources/ttf/LiberationSans-Regular.ttf";
    private static final FallbackFontMapper INSTANCE = new FallbackFontMapper();

    private final TrueTypeFont font = load();

    private FallbackFontMapper() {
        FontMappers.set(this);
    }

    /** Installs it, once for each process. */
    static FallbackFontMapper install() {
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
        // The library's own mapper does not use the OpenType font as a fallback.
        return new CIDFontMapping(null, font, true);
    }
}
