package dev.guildhall.integrations.text;

import dev.guildhall.ports.tool.FailureKind;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.pdfbox.contentstream.operator.Operator;
import org.apache.pdfbox.contentstream.operator.OperatorName;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.io.RandomAccessRead;
import org.apache.pdfbox.io.RandomAccessReadBufferedFile;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.encryption.InvalidPasswordException;
import org.apache.pdfbox.text.PDFTextStripper;
import org.apache.pdfbox.text.TextPosition;

/**
 * The text of a PDF, page by page; short lines in larger letters are headings. The limits of operators and forms are
 * those of one page. To be used once.
 */
final class PdfPages extends PDFTextStripper {
    /** How much larger than most letters those of a heading are. */
    private static final double LARGER = 1.15;

    private static final int LONGEST_HEADING = 120;
    private static final int SIZES = 200;

    private final DocumentSections into;
    private final int[] lettersBySize = new int[SIZES];
    private final StringBuilder line = new StringBuilder();
    private int largest;
    private int operators;
    private int forms;

    private PdfPages(DocumentSections into) {
        this.into = into;
    }

    /** Reads all pages, and returns the title. */
    static String read(Path file, DocumentSections into) {
        FallbackFontMapper.install();
        try (RandomAccessRead source = new RandomAccessReadBufferedFile(file.toFile());
                PDDocument document = new BoundedPdf(source, TextLimits.INDEXED_UNPACKED_BYTES).parse()) {
            MarkedText.requirePages(document.getNumberOfPages());
            PdfPages pages = new PdfPages(into);
            pages.writeText(document, Writer.nullWriter());
            // It is the number of the next page now.
            into.endPages(pages.getCurrentPageNo() - 1);
            return Optional.ofNullable(document.getDocumentInformation().getTitle())
                    .map(title -> ReadableText.line(title, TextLimits.LINE_CHARACTERS))
                    .orElse("");
        } catch (BoundedPdf.TooMuch tooMuch) {
            throw new NoText(FailureKind.TOO_LARGE, "the PDF is too large when it is decompressed");
        } catch (InvalidPasswordException encrypted) {
            throw NoText.malformed("the PDF is encrypted with a password");
        } catch (IOException broken) {
            throw NoText.malformed("the PDF is malformed, or of a kind that cannot be read");
        }
    }

    @Override
    protected void startPage(PDPage started) {
        // The number that the document states may be wrong.
        MarkedText.requirePages(getCurrentPageNo());
        operators = 0;
        forms = 0;
        into.beginPage(getCurrentPageNo());
    }

    @Override
    protected void endPage(PDPage ended) {
        endLine();
        into.endPage();
    }

    @Override
    protected void writeString(String text, List<TextPosition> positions) {
        line.append(text);
        for (TextPosition position : positions) {
            int size = Math.clamp(Math.round(position.getFontSizeInPt()), 0, SIZES - 1);
            lettersBySize[size]++;
            largest = Math.max(largest, size);
        }
    }

    @Override
    protected void writeWordSeparator() {
        line.append(' ');
    }

    @Override
    protected void writeLineSeparator() {
        endLine();
    }

    private void endLine() {
        String words = line.toString().strip();
        if (isHeading(words)) {
            into.heading(1, words);
        } else if (!words.isEmpty()) {
            into.line(words);
        }
        line.setLength(0);
        largest = 0;
    }

    private boolean isHeading(String words) {
        int usual = 0;
        for (int size = 1; size < SIZES; size++) {
            usual = lettersBySize[size] > lettersBySize[usual] ? size : usual;
        }
        return words.length() > 2
                && words.length() <= LONGEST_HEADING
                && largest > usual * LARGER
                && words.codePoints().anyMatch(Character::isLetter);
    }

    @Override
    protected void processOperator(Operator operator, List<COSBase> operands) throws IOException {
        operators++;
        forms += operator.getName().equals(OperatorName.DRAW_OBJECT) ? 1 : 0;
        if (Thread.currentThread().isInterrupted()) {
            throw new NoText(FailureKind.CANCELLED, "the reading was cancelled");
        }
        if (operators <= TextLimits.OPERATORS && forms <= TextLimits.FORMS) {
            super.processOperator(operator, operands);
        }
    }
}
