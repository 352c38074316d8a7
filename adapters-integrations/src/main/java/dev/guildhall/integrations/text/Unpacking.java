package dev.guildhall.integrations.text;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Set;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.filter.Filter;
import org.apache.pdfbox.filter.FilterFactory;

/** Applies one decompression filter of a PDF. */
final class Unpacking {
    /** The filters of text and fonts; the others are for pictures. */
    private static final Set<COSName> KNOWN = Set.of(
            COSName.FLATE_DECODE,
            COSName.FLATE_DECODE_ABBREVIATION,
            COSName.LZW_DECODE,
            COSName.LZW_DECODE_ABBREVIATION,
            COSName.ASCII_HEX_DECODE,
            COSName.ASCII_HEX_DECODE_ABBREVIATION,
            COSName.ASCII85_DECODE,
            COSName.ASCII85_DECODE_ABBREVIATION,
            COSName.RUN_LENGTH_DECODE,
            COSName.RUN_LENGTH_DECODE_ABBREVIATION,
            COSName.CRYPT);

    private Unpacking() {}

    static Filter of(COSName name) throws IOException {
        if (!KNOWN.contains(name)) {
            throw new IOException("a picture");
        }
        return FilterFactory.INSTANCE.getFilter(name);
    }

    /** Applies one filter in memory, and counts the bytes. */
    static byte[] bounded(COSName filter, byte[] packed, COSDictionary stream, int index, OutputStream allowance)
            throws IOException {
        ByteArrayOutputStream unpacked = new ByteArrayOutputStream();
        of(filter).decode(new ByteArrayInputStream(packed), new Both(unpacked, allowance), stream, index);
        return unpacked.toByteArray();
    }

    /** Counts the bytes before it stores them. */
    private static final class Both extends OutputStream {
        private final OutputStream kept;
        private final OutputStream allowance;

        Both(OutputStream kept, OutputStream allowance) {
            this.kept = kept;
            this.allowance = allowance;
        }

        @Override
        public void write(int one) throws IOException {
            allowance.write(one);
            kept.write(one);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            allowance.write(bytes, from, length);
            kept.write(bytes, from, length);
        }
    }
}
