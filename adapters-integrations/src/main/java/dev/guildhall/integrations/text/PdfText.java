package dev.guildhall.integrations.text;

import dev.guildhall.ports.tool.FailureKind;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Optional;
import org.apache.pdfbox.contentstream.operator.Operator;
import org.apache.pdfbox.contentstream.operator.OperatorName;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.encryption.InvalidPasswordException;
import org.apache.pdfbox.text.PDFTextStripper;

/** The text of a PDF, page after page. To be used once. */
final class PdfText extends PDFTextStripper {
    private int operators;
    private int forms;

    private PdfText() {
        setEndPage(TextLimits.PAGES);
    }

    static Extracted of(SourceDocument content, int maxCharacters) {
        FallbackFontMapper.install();
        try (PDDocument document = new BoundedPdf(content.bytes()).parse()) {
            ReadableText text = new ReadableText(maxCharacters);
            boolean whole = read(document, text);
            String title = Optional.ofNullable(document.getDocumentInformation().getTitle())
                    .orElse("");
            return new Extracted(
                    ReadableText.line(title, TextLimits.LINE_CHARACTERS),
                    text.toString(),
                    List.of(),
                    !whole || text.isFull() || document.getNumberOfPages() > TextLimits.PAGES);
        } catch (BoundedPdf.TooMuch tooMuch) {
            throw new NoText(FailureKind.TOO_LARGE, "the PDF is too large when it is decompressed");
        } catch (InvalidPasswordException encrypted) {
            throw NoText.malformed("the PDF is encrypted with a password");
        } catch (IOException | RuntimeException broken) {
            throw NoText.malformed("the PDF is malformed, or of a kind that cannot be read");
        } catch (StackOverflowError nested) {
            throw NoText.malformed("the PDF is nested too deeply");
        }
    }

    /** Whether the whole document was read. */
    private static boolean read(PDDocument document, ReadableText text) throws IOException {
        try {
            new PdfText().writeText(document, new Into(text));
            return true;
        } catch (Enough enough) {
            return false;
        }
    }

    @Override
    protected void processOperator(Operator operator, List<COSBase> operands) throws IOException {
        operators++;
        forms += operator.getName().equals(OperatorName.DRAW_OBJECT) ? 1 : 0;
        if (operators > TextLimits.OPERATORS
                || forms > TextLimits.FORMS
                || Thread.currentThread().isInterrupted()) {
            throw new Enough();
        }
        super.processOperator(operator, operands);
    }

    private static final class Enough extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Enough() {
            super("enough", null, false, false);
        }
    }

    /** Stops the reading when there is enough text. */
    private static final class Into extends Writer {
        private final ReadableText text;

        Into(ReadableText text) {
            this.text = text;
        }

        @Override
        public void write(char[] chars, int from, int length) {
            text.exactly(new String(chars, from, length));
            if (text.isFull()) {
                throw new Enough();
            }
        }

        @Override
        public void flush() {
            // Nothing is buffered here.
        }

        @Override
        public void close() {
            // There is nothing to close.
        }
    }
}
