package dev.guildhall.integrations.text;

import dev.guildhall.integrations.compute.ThreadPoolBulkhead;
import dev.guildhall.ports.knowledge.DocumentParser;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.FailureKind;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;

/**
 * Reads documents by their structure: PDF, Word, Excel, PowerPoint, HTML, XML, Markdown, e-mail, CSV and text in any
 * charset. A copy in a temporary file is read from any place, so that a large document needs little memory.
 */
public final class StructuredDocuments implements DocumentParser {
    private static final Logger LOG = System.getLogger(StructuredDocuments.class.getName());
    private static final String COPY = "guildhall-document";
    private static final int FIRST = 4096;
    private static final String OLD_OFFICE = "\u00d0\u00cf\u0011\u00e0";
    private static final List<String> NEVER_TEXT = List.of(".pdf", ".docx", ".xlsx", ".pptx");

    private final ThreadPoolBulkhead bulkhead;

    public StructuredDocuments() {
        this(TextLimits.INDEXING_TIME);
    }

    StructuredDocuments(Duration time) {
        removeLeftOvers();
        bulkhead = new ThreadPoolBulkhead("document-parsing", TextLimits.INDEXED_AT_ONCE, time, time);
    }

    @Override
    public String parse(Source source, Sections sections) {
        try {
            return bulkhead.call(source.name(), () -> read(source, sections));
        } catch (RejectedExecutionException full) {
            throw new Refusal(new CommonProblem.Unavailable("reading of documents", "is busy"));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        } catch (TimeoutException late) {
            throw broken("the document takes too long to read");
        } catch (ExecutionException failed) {
            throw cause(Objects.requireNonNull(failed.getCause()));
        }
    }

    private static RuntimeException cause(Throwable failure) {
        return switch (failure) {
            case NoText noText
            when noText.kind() == FailureKind.CANCELLED -> new Refusal(new CommonProblem.Cancelled());
            case NoText noText -> broken(String.valueOf(noText.getMessage()));
            case IOException malformed -> broken("the document is malformed");
            case StackOverflowError nested -> broken("the document is nested too deeply");
            case OutOfMemoryError large -> broken("the document needs too much memory");
            case RuntimeException other -> other;
            default -> new IllegalStateException("a document could not be read", failure);
        };
    }

    private static Refusal broken(String why) {
        return Refusal.invalid("document", why);
    }

    private static String read(Source source, Sections sections) throws IOException {
        Path copy = emptyCopy();
        try {
            fill(copy, source.content());
            return read(source, copy, new DocumentSections(sections));
        } finally {
            Files.deleteIfExists(copy);
        }
    }

    private static Path emptyCopy() {
        try {
            return Files.createTempFile(COPY, "");
        } catch (IOException disk) {
            throw noRoom(disk);
        }
    }

    private static void fill(Path copy, InputStream content) {
        try {
            Files.copy(content, copy, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException disk) {
            throw noRoom(disk);
        }
    }

    /** A fault of this node and not of the document, which is read again later. */
    private static Refusal noRoom(IOException disk) {
        LOG.log(Level.WARNING, "a copy of a document cannot be written: {0}", disk);
        return new Refusal(new CommonProblem.Unavailable("reading of documents", "has no room for a copy"));
    }

    /** Removes the copies of processes that were killed; those of running ones are younger. */
    private static void removeLeftOvers() {
        Path folder = Path.of(System.getProperty("java.io.tmpdir"));
        FileTime before = FileTime.from(Instant.now().minus(TextLimits.LEFT_OVER));
        try (DirectoryStream<Path> copies = Files.newDirectoryStream(folder, COPY + "*")) {
            for (Path copy : copies) {
                if (Files.getLastModifiedTime(copy).compareTo(before) < 0) {
                    Files.deleteIfExists(copy);
                }
            }
        } catch (IOException | DirectoryIteratorException unreadable) {
            LOG.log(Level.DEBUG, "copies that were left cannot be removed: {0}", unreadable);
        }
    }

    private static String read(Source source, Path copy, DocumentSections into) throws IOException {
        String first = first(copy);
        String name = source.name().toLowerCase(Locale.ROOT);
        String type = source.contentType().toLowerCase(Locale.ROOT);
        if (first.indexOf("%PDF-") >= 0 && first.indexOf("%PDF-") < 1024) {
            return PdfPages.read(copy, into);
        }
        if (first.startsWith("PK\u0003\u0004")) {
            packed(copy, into);
            return "";
        }
        if (first.startsWith(OLD_OFFICE)) {
            throw NoText.malformed("the document is encrypted, or of an Office before 2007:"
                    + " save it as .docx, .xlsx or .pptx without a password");
        }
        if (NEVER_TEXT.stream().anyMatch(name::endsWith)) {
            throw NoText.malformed("the content is not that of a " + name.substring(name.lastIndexOf('.'))
                    + " file: the document is damaged, or has a wrong name");
        }
        SourceDocument whole = new SourceDocument(whole(copy), Optional.of(source.contentType()), "");
        if (name.endsWith(".eml") || type.startsWith("message/rfc822")) {
            return MailText.read(whole.bytes(), into);
        }
        if (first.indexOf('\0') >= 0 && !TextCharset.isUnicode(whole.bytes())) {
            throw NoText.malformed("the document is of a kind that has no text, or that cannot be read");
        }
        return text(whole, name, first, into);
    }

    private static String text(SourceDocument whole, String name, String first, DocumentSections into) {
        String begin = first.strip().toLowerCase(Locale.ROOT);
        boolean isHtml = whole.mediaType().equals("text/html")
                || name.endsWith(".html")
                || name.endsWith(".htm")
                || begin.startsWith("<!doctype html")
                || begin.startsWith("<html");
        if (isHtml) {
            SourceDocument html = new SourceDocument(whole.bytes(), Optional.of("text/html"), "");
            Extracted page = HtmlText.ofHtml(html, TextLimits.INDEXED_CHARACTERS);
            MarkedText.read(page.text(), true, into);
            return page.title();
        }
        if (begin.startsWith("<?xml")) {
            Extracted document = HtmlText.ofXml(whole, TextLimits.INDEXED_CHARACTERS);
            MarkedText.read(document.text(), false, into);
            return document.title();
        }
        String text = TextExtractor.decoded(whole);
        if (name.endsWith(".csv") || name.endsWith(".tsv") || whole.mediaType().equals("text/csv")) {
            CsvText.read(text, into);
        } else {
            MarkedText.read(text, name.endsWith(".md") || name.endsWith(".markdown"), into);
        }
        return "";
    }

    private static void packed(Path copy, DocumentSections into) throws IOException {
        try (PackedDocument document = new PackedDocument(copy, into::goesOn)) {
            if (document.has("word/document.xml")) {
                WordText.read(document, into);
            } else if (document.has("xl/workbook.xml")) {
                SheetText.read(document, into);
            } else if (document.has("ppt/presentation.xml")) {
                SlideText.read(document, into);
            } else {
                throw NoText.malformed("the document is a ZIP file, and not one of Word, Excel or PowerPoint");
            }
        }
    }

    private static String first(Path copy) {
        try (InputStream content = Files.newInputStream(copy)) {
            return new String(content.readNBytes(FIRST), StandardCharsets.ISO_8859_1);
        } catch (IOException disk) {
            throw new UncheckedIOException(disk);
        }
    }

    private static byte[] whole(Path copy) throws IOException {
        if (Files.size(copy) > TextLimits.WHOLE_BYTES) {
            throw new NoText(
                    FailureKind.TOO_LARGE,
                    "a document of this kind may have " + TextLimits.WHOLE_BYTES / (1024 * 1024) + " MiB at most");
        }
        return Files.readAllBytes(copy);
    }
}
