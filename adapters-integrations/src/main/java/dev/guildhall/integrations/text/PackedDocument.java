package dev.guildhall.integrations.text;

import dev.guildhall.ports.tool.FailureKind;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * The parts of a document of Office Open XML (ISO/IEC 29500): a ZIP file of XML, which is read event by event, so that
 * memory is needed for the text alone. Bounds the parts that are read in size, number and ratio.
 */
final class PackedDocument implements AutoCloseable {
    private static final String RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    private static final String STRICT_RELATIONSHIPS = "http://purl.oclc.org/ooxml/officeDocument/relationships";

    private static final Set<Integer> TEXT =
            Set.of(XMLStreamReader.CHARACTERS, XMLStreamReader.CDATA, XMLStreamReader.SPACE);
    private static final XMLInputFactory XML = factory();

    private final ZipFile zip;
    private final Runnable goesOn;
    private long left = TextLimits.INDEXED_UNPACKED_BYTES;
    private int characters;

    /** @param goesOn is called often while parts are read */
    PackedDocument(Path file, Runnable goesOn) throws IOException {
        this.goesOn = goesOn;
        zip = new ZipFile(file.toFile());
        if (zip.size() > TextLimits.PARTS) {
            zip.close();
            throw tooLarge();
        }
    }

    /** Reads neither a document type nor anything outside of the document. */
    private static XMLInputFactory factory() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        return factory;
    }

    private static NoText tooLarge() {
        return new NoText(FailureKind.TOO_LARGE, "the document is too large when it is unpacked");
    }

    boolean has(String part) {
        return zip.getEntry(part) != null;
    }

    /** Reads a part event by event. */
    interface PartReader {
        void read(XMLStreamReader events) throws XMLStreamException, IOException;
    }

    /** Reads a part; nothing happens when there is none. */
    void read(String part, PartReader reader) throws IOException {
        ZipEntry entry = zip.getEntry(part);
        if (entry == null) {
            return;
        }
        try (InputStream content = new Bounded(zip.getInputStream(entry), entry.getCompressedSize())) {
            XMLStreamReader events = XML.createXMLStreamReader(content);
            reader.read(events);
            events.close();
        } catch (XMLStreamException malformed) {
            if (malformed.getNestedException() instanceof RuntimeException bound) {
                throw bound;
            }
            throw new IOException(malformed);
        }
    }

    /** The text of the element that begins, read piece by piece: an element can be as large as its part. */
    String text(XMLStreamReader events) throws XMLStreamException {
        StringBuilder text = new StringBuilder();
        int depth = 1;
        while (depth > 0) {
            int event = events.next();
            if (event == XMLStreamReader.START_ELEMENT) {
                depth++;
            } else if (event == XMLStreamReader.END_ELEMENT) {
                depth--;
            } else if (TEXT.contains(event)) {
                text.append(counted(events.getText()));
            }
        }
        return text.toString();
    }

    private String counted(String some) {
        characters += some.length();
        if (characters > TextLimits.INDEXED_CHARACTERS) {
            throw NoText.malformed(
                    "the document has more than " + TextLimits.INDEXED_CHARACTERS + " characters of text");
        }
        return some;
    }

    /** The parts that a part refers to, by the identifiers of the references. */
    Map<String, String> targets(String part) throws IOException {
        int slash = part.lastIndexOf('/') + 1;
        String folder = part.substring(0, slash);
        Map<String, String> targets = new HashMap<>();
        read(folder + "_rels/" + part.substring(slash) + ".rels", events -> {
            while (events.hasNext()) {
                if (events.next() == XMLStreamReader.START_ELEMENT
                        && events.getLocalName().equals("Relationship")) {
                    String id = events.getAttributeValue(null, "Id");
                    String target = events.getAttributeValue(null, "Target");
                    if (id != null && target != null && targets.size() < TextLimits.DEFINITIONS) {
                        targets.put(id, resolved(folder, target));
                    }
                }
            }
        });
        return targets;
    }

    private static String resolved(String folder, String target) {
        if (target.startsWith("/")) {
            return target.substring(1);
        }
        String base = folder;
        String rest = target;
        while (rest.startsWith("../")) {
            rest = rest.substring(3);
            base = base.isEmpty() ? "" : base.substring(0, base.lastIndexOf('/', base.length() - 2) + 1);
        }
        return base + rest;
    }

    /** The reference of an element to another part. */
    static Optional<String> reference(XMLStreamReader element) {
        return Optional.ofNullable(element.getAttributeValue(RELATIONSHIPS, "id"))
                .or(() -> Optional.ofNullable(element.getAttributeValue(STRICT_RELATIONSHIPS, "id")));
    }

    /** An attribute in whatever namespace; empty when there is none. */
    static String attribute(XMLStreamReader element, String name) {
        for (int i = 0; i < element.getAttributeCount(); i++) {
            if (element.getAttributeLocalName(i).equals(name)) {
                return element.getAttributeValue(i);
            }
        }
        return "";
    }

    @Override
    public void close() throws IOException {
        zip.close();
    }

    private final class Bounded extends FilterInputStream {
        private final long most;
        private long read;

        Bounded(InputStream content, long packed) {
            super(content);
            long byRatio = Math.max(TextLimits.PACKED_WELL_BYTES, Math.max(0, packed) * TextLimits.MOST_RATIO);
            this.most = Math.min(TextLimits.PART_BYTES, byRatio);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int count = in.read(into, offset, length);
            goesOn.run();
            read += Math.max(0, count);
            left -= Math.max(0, count);
            if (read > most || left < 0) {
                throw tooLarge();
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new NoText(FailureKind.CANCELLED, "the reading was cancelled");
            }
            return count;
        }
    }
}
