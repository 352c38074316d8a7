package dev.guildhall.integrations.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSDocument;
import org.apache.pdfbox.cos.COSInputStream;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.cos.COSStream;
import org.apache.pdfbox.cos.ICOSParser;
import org.apache.pdfbox.filter.DecodeOptions;
import org.apache.pdfbox.io.IOUtils;
import org.apache.pdfbox.io.RandomAccessRead;
import org.apache.pdfbox.io.RandomAccessReadBuffer;
import org.apache.pdfbox.io.RandomAccessReadView;
import org.apache.pdfbox.io.RandomAccessStreamCache;
import org.apache.pdfbox.pdfparser.PDFParser;

/**
 * A parser that first decompresses each stream to count its bytes, before the library decompresses it into memory
 * without a limit: 5 MB of a PDF can become 5 GB of zeros. To be used once.
 */
final class BoundedPdf extends PDFParser {
    BoundedPdf(byte[] bytes) throws IOException {
        this(new RandomAccessReadBuffer(bytes), TextLimits.UNPACKED_BYTES);
    }

    /** @param unpackedBytes how many bytes all streams that are read may have together; one has the usual limit */
    BoundedPdf(RandomAccessRead source, long unpackedBytes) throws IOException {
        super(source, "", null, null, IOUtils.createMemoryOnlyStreamCache());
        document = new Document(this, unpackedBytes);
    }

    private static final class Document extends COSDocument {
        private final ICOSParser parser;
        private final RandomAccessStreamCache memory;
        private final Allowance allowance;

        Document(ICOSParser parser, long unpackedBytes) throws IOException {
            super(IOUtils.createMemoryOnlyStreamCache(), parser);
            this.parser = parser;
            this.allowance = new Allowance(unpackedBytes);
            this.memory = IOUtils.createMemoryOnlyStreamCache().create();
        }

        @Override
        public COSStream createCOSStream(COSDictionary dictionary, long start, long length) throws IOException {
            COSStream stream = new Counted(memory, parser.createRandomAccessReadView(start, length), allowance);
            dictionary.forEach(stream::setItem);
            stream.setKey(dictionary.getKey());
            return stream;
        }
    }

    /** The number of bytes that may still be decompressed. */
    private static final class Allowance extends OutputStream {
        private long left;
        private long leftOfStream = TextLimits.UNPACKED_BYTES;

        Allowance(long unpackedBytes) {
            left = unpackedBytes;
        }

        void nextStream() {
            leftOfStream = TextLimits.UNPACKED_BYTES;
        }

        @Override
        public void write(int one) {
            take(1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) {
            take(length);
        }

        private void take(int bytes) {
            left -= bytes;
            leftOfStream -= bytes;
            if (left < 0 || leftOfStream < 0 || Thread.currentThread().isInterrupted()) {
                throw new TooMuch();
            }
        }
    }

    private static final class Counted extends COSStream {
        private final Allowance allowance;
        private boolean counting;

        Counted(RandomAccessStreamCache memory, RandomAccessReadView view, Allowance allowance) throws IOException {
            super(memory, view);
            this.allowance = allowance;
        }

        @Override
        public COSInputStream createInputStream(DecodeOptions options) throws IOException {
            count();
            return super.createInputStream(options);
        }

        @Override
        public RandomAccessRead createView() throws IOException {
            count();
            return super.createView();
        }

        /** The library decompresses some streams itself while it reads them, whatever their length. */
        @Override
        public InputStream createRawInputStream() throws IOException {
            if (!counting) {
                try {
                    count();
                } catch (IOException unreadable) {
                    // The stream is still encrypted, or a picture: its reader handles it.
                    return super.createRawInputStream();
                }
            }
            return super.createRawInputStream();
        }

        private void count() throws IOException {
            counting = true;
            try {
                countOnce();
            } finally {
                counting = false;
            }
        }

        private void countOnce() throws IOException {
            allowance.nextStream();
            COSBase filters = getFilters();
            requireShortRows(getDictionaryObject(COSName.DECODE_PARMS, COSName.DP));
            if (filters instanceof COSName only) {
                unpack(only);
            } else if (filters instanceof COSArray several && several.size() > 0) {
                unpackAll(several);
            }
        }

        private void unpack(COSName filter) throws IOException {
            try (InputStream raw = createRawInputStream()) {
                Unpacking.of(filter).decode(raw, allowance, this, 0);
            }
        }

        /** Every step but the last is buffered in memory, so its bytes count too. */
        private void unpackAll(COSArray filters) throws IOException {
            byte[] packed;
            try (InputStream raw = createRawInputStream()) {
                packed = raw.readAllBytes();
            }
            for (int i = 0; i < filters.size(); i++) {
                if (!(filters.getObject(i) instanceof COSName filter)) {
                    throw new IOException("a filter without a name");
                }
                packed = Unpacking.bounded(filter, packed, this, i, allowance);
            }
        }

        private static void requireShortRows(COSBase parameters) {
            if (parameters instanceof COSArray several) {
                for (int i = 0; i < several.size(); i++) {
                    requireShortRow(several.getObject(i));
                }
            } else {
                requireShortRow(parameters);
            }
        }

        /** The library allocates memory for a row by the sizes in the document. */
        private static void requireShortRow(COSBase parameters) {
            if (parameters instanceof COSDictionary dictionary) {
                double bits = Math.max(1.0, dictionary.getInt(COSName.COLUMNS, 1))
                        * Math.max(1.0, dictionary.getInt(COSName.COLORS, 1))
                        * Math.max(1.0, dictionary.getInt(COSName.BITS_PER_COMPONENT, Byte.SIZE));
                if (bits / Byte.SIZE > TextLimits.ROW_BYTES) {
                    throw new TooMuch();
                }
            }
        }
    }

    /**
     * The decompressed document is too large. Not an IOException, which the parser would treat as a fault to work around.
     */
    static final class TooMuch extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooMuch() {
            super("the decompressed document is too large", null, false, false);
        }
    }
}
