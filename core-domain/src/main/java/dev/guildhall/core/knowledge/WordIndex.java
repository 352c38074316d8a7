package dev.guildhall.core.knowledge;

import dev.guildhall.core.search.Analyzer;
import dev.guildhall.core.search.Field;
import dev.guildhall.core.search.TermCounts;
import dev.guildhall.ports.knowledge.Passage;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The words of the passages of one document: an inverted index in one array of bytes, which is searched as it is stored.
 * The hashes of the terms come first, ascending, then the beginnings of every {@value #STEP}th term's passages, the
 * lengths of the passages, and the passages of each term with their weights. Immutable.
 */
final class WordIndex {
    static final Analyzer ANALYZER = Analyzer.english();
    private static final int TEXT = 10;
    private static final int HEADING = 12;
    private static final int TITLE = 6;
    private static final int STEP = 8;
    /** Marks a word that the text of a passage has once, as most words do: its weight is left out. */
    private static final int ONCE = 1;

    private static final int HEADER = 2 * Integer.BYTES;
    private static final int LOW = 0x7f;
    private static final int MORE = 0x80;
    private static final int BITS = 7;

    private final byte[] bytes;
    private final ByteBuffer values;
    private final int passages;
    private final int terms;
    private final int starts;
    private final int lengths;
    private final int postings;

    private WordIndex(byte[] bytes) {
        this.bytes = bytes;
        this.values = ByteBuffer.wrap(bytes);
        this.passages = values.getInt(0);
        this.terms = values.getInt(Integer.BYTES);
        this.starts = HEADER + terms * Integer.BYTES;
        this.lengths = starts + Math.ceilDiv(terms, STEP) * Integer.BYTES;
        this.postings = lengths + passages * Character.BYTES;
    }

    /** The index that {@link #write} wrote. */
    static WordIndex of(byte[] stored) {
        return new WordIndex(stored);
    }

    /**
     * The index of a document.
     *
     * @param title the name and the title of the document, which are part of each passage
     * @param goesOn is called for each passage
     */
    static byte[] write(String title, List<Passage> passages, Runnable goesOn) {
        Map<Integer, Postings> byTerm = new TreeMap<>();
        int[] lengths = new int[passages.size()];
        for (int i = 0; i < passages.size(); i++) {
            goesOn.run();
            Passage passage = passages.get(i);
            TermCounts counts = TermCounts.of(
                    List.of(
                            new Field(passage.text(), TEXT),
                            new Field(passage.heading(), HEADING),
                            new Field(title, TITLE)),
                    ANALYZER);
            lengths[i] = Math.min(counts.length(), Character.MAX_VALUE);
            for (int term = 0; term < counts.terms().length; term++) {
                byTerm.computeIfAbsent(counts.terms()[term], any -> new Postings())
                        .add(i, counts.weights()[term]);
            }
        }
        return write(byTerm, lengths);
    }

    /** The passages of a term, each with its weight: a large document has many millions of them. */
    private static final class Postings {
        private int[] values = new int[2];
        private int size;

        void add(int passage, int weight) {
            if (size == values.length) {
                values = Arrays.copyOf(values, 2 * size);
            }
            values[size] = passage;
            values[size + 1] = weight;
            size += 2;
        }

        void writeTo(ByteArrayOutputStream out) {
            WordIndex.add(out, size / 2);
            int before = 0;
            for (int i = 0; i < size; i += 2) {
                int distance = (values[i] - before) << 1;
                if (values[i + 1] == TEXT) {
                    WordIndex.add(out, distance | ONCE);
                } else {
                    WordIndex.add(out, distance);
                    WordIndex.add(out, values[i + 1]);
                }
                before = values[i];
            }
        }
    }

    private static byte[] write(Map<Integer, Postings> byTerm, int[] lengths) {
        ByteArrayOutputStream postings = new ByteArrayOutputStream();
        int steps = Math.ceilDiv(byTerm.size(), STEP);
        ByteBuffer head = ByteBuffer.allocate(
                HEADER + (byTerm.size() + steps) * Integer.BYTES + lengths.length * Character.BYTES);
        head.putInt(lengths.length).putInt(byTerm.size());
        byTerm.keySet().forEach(head::putInt);
        int number = 0;
        for (Postings ofTerm : byTerm.values()) {
            if (number % STEP == 0) {
                head.putInt(postings.size());
            }
            number++;
            ofTerm.writeTo(postings);
        }
        for (int length : lengths) {
            head.putChar((char) length);
        }
        byte[] all = Arrays.copyOf(head.array(), head.capacity() + postings.size());
        System.arraycopy(postings.toByteArray(), 0, all, head.capacity(), postings.size());
        return all;
    }

    private static void add(ByteArrayOutputStream out, int value) {
        int rest = value;
        while (rest > LOW) {
            out.write((rest & LOW) | MORE);
            rest >>>= BITS;
        }
        out.write(rest);
    }

    int passages() {
        return passages;
    }

    int bytes() {
        return bytes.length;
    }

    /** The weight of all words of a passage, in tenths. */
    int length(int passage) {
        return values.getChar(lengths + passage * Character.BYTES);
    }

    /** The weight of all words of the document, in tenths. */
    int length() {
        int sum = 0;
        for (int passage = 0; passage < passages; passage++) {
            sum += length(passage);
        }
        return sum;
    }

    /** In how many passages a term is. */
    int count(int term) {
        int place = place(term);
        return place < 0 ? 0 : reader(place).next();
    }

    /** Receives the passages of a term. */
    interface Visitor {
        void visit(int passage, int weight);
    }

    /** The passages of a term, in their order. */
    void visit(int term, Visitor visitor) {
        int place = place(term);
        if (place < 0) {
            return;
        }
        Reader reader = reader(place);
        int count = reader.next();
        int passage = 0;
        for (int i = 0; i < count; i++) {
            int distance = reader.next();
            passage += distance >> 1;
            visitor.visit(passage, (distance & ONCE) != 0 ? TEXT : reader.next());
        }
    }

    /** Reads from the passages of the term at that place. */
    private Reader reader(int place) {
        Reader reader = new Reader(postings + values.getInt(starts + place / STEP * Integer.BYTES));
        for (int skipped = place % STEP; skipped > 0; skipped--) {
            for (int left = reader.next(); left > 0; left--) {
                if ((reader.next() & ONCE) == 0) {
                    reader.next();
                }
            }
        }
        return reader;
    }

    private int place(int term) {
        int low = 0;
        int high = terms - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int found = values.getInt(HEADER + middle * Integer.BYTES);
            if (found == term) {
                return middle;
            }
            if (found < term) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }

    private final class Reader {
        private int at;

        Reader(int at) {
            this.at = at;
        }

        int next() {
            int value = 0;
            int shift = 0;
            byte part;
            do {
                part = bytes[at];
                at++;
                value |= (part & LOW) << shift;
                shift += BITS;
            } while (part < 0);
            return value;
        }
    }
}
