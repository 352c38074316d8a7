package dev.guildhall.integrations.text;

import dev.guildhall.integrations.compute.ThreadPoolBulkhead;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.tool.FailureKind;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;

/** Extracts the text of pages and documents: HTML, XML, PDF, and plain text. */
public final class TextExtractor {
    /** The largest document, in bytes. */
    public static final int MAX_BYTES = TextLimits.DOCUMENT_BYTES;

    private static final char BYTE_ORDER_MARK = '\ufeff';

    private final ThreadPoolBulkhead bulkhead;

    public TextExtractor() {
        this(TextLimits.TIME);
    }

    TextExtractor(Duration time) {
        bulkhead = new ThreadPoolBulkhead("text-extraction", TextLimits.DOCUMENTS, time, time);
    }

    /** Extracts the text for a user, or throws {@link NoText}. Blocks; an interrupt cancels the work. */
    public Extracted extract(UserId userId, SourceDocument content, int maxCharacters) {
        if (content.bytes().length > TextLimits.DOCUMENT_BYTES) {
            throw new NoText(
                    FailureKind.TOO_LARGE, "the document has more than " + TextLimits.DOCUMENT_BYTES + " bytes");
        }
        Format format = Format.of(content).orElseThrow(() -> noText(content));
        return format == Format.PLAIN ? plain(content, maxCharacters) : apart(userId, format, content, maxCharacters);
    }

    private static NoText noText(SourceDocument content) {
        String type = content.mediaType();
        return NoText.malformed("no text can be extracted from "
                + (type.matches("[a-z0-9.+-]{1,60}/[a-z0-9.+-]{1,80}") ? type : "a document of this type"));
    }

    static Extracted plain(SourceDocument content, int maxCharacters) {
        ReadableText text = new ReadableText(maxCharacters);
        String decoded = new String(content.bytes(), charset(content));
        text.exactly(decoded.indexOf(BYTE_ORDER_MARK) == 0 ? decoded.substring(1) : decoded);
        return new Extracted("", text.toString(), List.of(), text.isFull());
    }

    /** Plain text as it is, with all of its characters. */
    static String decoded(SourceDocument content) {
        String decoded = new String(content.bytes(), charset(content));
        return decoded.indexOf(BYTE_ORDER_MARK) == 0 ? decoded.substring(1) : decoded;
    }

    private static Charset charset(SourceDocument content) {
        return TextCharset.marked(content.bytes())
                .or(() -> content.charset().flatMap(TextExtractor::charset))
                .orElseGet(() -> TextCharset.of(content.bytes()));
    }

    private static Optional<Charset> charset(String name) {
        try {
            return Optional.of(Charset.forName(name));
        } catch (IllegalCharsetNameException | UnsupportedCharsetException unknown) {
            return Optional.empty();
        }
    }

    private Extracted apart(UserId userId, Format format, SourceDocument content, int maxCharacters) {
        try {
            return bulkhead.call(userId.value(), () -> read(format, content, maxCharacters));
        } catch (RejectedExecutionException full) {
            throw new NoText(FailureKind.TIMED_OUT, "too many documents are being read; try again");
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new NoText(FailureKind.CANCELLED, "the call was cancelled");
        } catch (TimeoutException late) {
            throw new NoText(FailureKind.TIMED_OUT, "the document takes too long to read");
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof NoText noText) {
                throw noText;
            }
            throw new IllegalStateException("a document could not be read", failed.getCause());
        }
    }

    private static Extracted read(Format format, SourceDocument content, int maxCharacters) {
        return switch (format) {
            case HTML -> HtmlText.ofHtml(content, maxCharacters);
            case XML -> HtmlText.ofXml(content, maxCharacters);
            case PDF -> PdfText.of(content, maxCharacters);
            case PLAIN -> plain(content, maxCharacters);
        };
    }
}
