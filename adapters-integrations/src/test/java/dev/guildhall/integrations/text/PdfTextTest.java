package dev.guildhall.integrations.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.testkit.Sample;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.zip.DeflaterOutputStream;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.encryption.AccessPermission;
import org.apache.pdfbox.pdmodel.encryption.StandardProtectionPolicy;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PdfTextTest {
    private static final UserId USER = Sample.user().userId();
    private static final int MOST = 10_000;
    private static final byte[] BOMB = packed(new byte[80_000_000]);

    private final TextExtractor texts = new TextExtractor(Duration.ofHours(1));

    @Test
    void pages_are_read_in_their_order() throws IOException {
        Extracted document = extract(pdf(3));

        assertThat(document.title()).isEqualTo("A title");
        assertThat(document.text()).isEqualTo("This is page 1\nThis is page 2\nThis is page 3");
        assertThat(document.truncated()).isFalse();
    }

    @Test
    void pages_above_the_bound_are_left_out() throws IOException {
        Extracted document = texts.extract(USER, content(pdf(TextLimits.PAGES + 5)), 100_000);

        assertThat(document.truncated()).isTrue();
        assertThat(document.text()).endsWith("This is page " + TextLimits.PAGES);
    }

    @Test
    void text_is_cut_at_its_bound() throws IOException {
        Extracted document = texts.extract(USER, content(pdf(3)), 20);

        assertThat(document.truncated()).isTrue();
        assertThat(document.text()).hasSizeLessThanOrEqualTo(20).startsWith("This is page 1");
    }

    @Test
    void encrypted_without_a_password_is_read() throws IOException {
        assertThat(extract(encrypted("")).text()).startsWith("This is page 1");
    }

    @Test
    void encrypted_with_a_password_has_no_text() throws IOException {
        assertNoText(encrypted("open sesame"), FailureKind.INVALID_RESPONSE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "%PDF-1.7",
                "%PDF-1.7\n%%EOF",
                "%PDF-1.7\ntrailer << /Root 9 0 R /Size 2147483647 >>\nstartxref\n99999999999\n%%EOF",
                "%PDF-1.7\nxref\n0 2147483647\ntrailer << /Prev 9 >>\nstartxref\n9\n%%EOF",
                "%PDF-9.9\n<<<<<<<<[[[[[[((((((",
                "no PDF at all"
            })
    void broken_ones_have_no_text(String broken) {
        assertNoText(broken.getBytes(StandardCharsets.ISO_8859_1), FailureKind.INVALID_RESPONSE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "<<", "(", "<</A ", "[<<"})
    void deep_nesting_ends(String open) {
        String deep = "%PDF-1.7\n1 0 obj\n" + open.repeat(500_000) + "\nendobj\ntrailer << /Root 1 0 R >>";

        assertNoText(deep.getBytes(StandardCharsets.ISO_8859_1), FailureKind.INVALID_RESPONSE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/FlateDecode", "/Fl", "[/FlateDecode]", "/F#6cateDecode"})
    void stream_that_unpacks_to_too_much_is_refused(String filter) throws IOException {
        assertNoText(withContents(BOMB, "/Filter " + filter), FailureKind.TOO_LARGE);
    }

    @Test
    void stream_that_is_packed_twice_is_counted_at_every_step() throws IOException {
        byte[] twice = packed(BOMB);

        assertThat(twice.length).isLessThan(10_000);
        assertNoText(withContents(twice, "/Filter [/FlateDecode /FlateDecode]"), FailureKind.TOO_LARGE);
    }

    @Test
    void rows_that_are_said_to_be_huge_are_refused() throws IOException {
        byte[] packed = packed(new byte[100]);

        assertNoText(
                withContents(packed, "/Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 2000000000 >>"),
                FailureKind.TOO_LARGE);
    }

    @Test
    void pages_within_themselves_end() {
        byte[] self =
                "%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 1 0 R /Kids [1 0 R 1 0 R] >>\nendobj\ntrailer << /Root 1 0 R >>"
                        .getBytes(StandardCharsets.ISO_8859_1);

        assertThat(extract(self).text()).isEmpty();
    }

    @Test
    void form_that_draws_itself_ends() {
        byte[] self = ("%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n"
                        + "2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n"
                        + "3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R"
                        + " /Resources << /XObject << /X 5 0 R >> >> >>\nendobj\n"
                        + "4 0 obj\n<< /Length 5 >>\nstream\n/X Do\nendstream\nendobj\n"
                        + "5 0 obj\n<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Length 11"
                        + " /Resources << /XObject << /X 5 0 R >> >> >>\nstream\n/X Do /X Do\nendstream\nendobj\n"
                        + "trailer << /Root 1 0 R >>")
                .getBytes(StandardCharsets.ISO_8859_1);

        assertThat(texts.extract(USER, content(self), MOST).text()).isEmpty();
    }

    @Test
    void damaged_ones_never_do_worse_than_have_no_text() throws IOException {
        byte[] good = pdf(2);
        Random random = new Random(42);
        for (int round = 0; round < 150; round++) {
            byte[] damaged = good.clone();
            for (int i = 0; i < 1 + round / 5; i++) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            }
            byte[] cut = Arrays.copyOf(damaged, round % 3 == 0 ? random.nextInt(damaged.length) : damaged.length);

            try {
                assertThat(texts.extract(USER, content(cut), MOST).text()).hasSizeLessThanOrEqualTo(MOST);
            } catch (NoText none) {
                assertThat(none.getMessage()).doesNotContain("java", "org.apache");
            }
        }
    }

    @Test
    void document_that_takes_too_long_is_given_up() throws IOException {
        TextExtractor hasty = new TextExtractor(Duration.ofNanos(1));
        byte[] pdf = pdf(50);

        assertThatThrownBy(() -> hasty.extract(USER, content(pdf), MOST))
                .extracting("kind")
                .isEqualTo(FailureKind.TIMED_OUT);
    }

    @Test
    void interrupted_reader_gets_a_cancelled_call() throws IOException {
        byte[] pdf = pdf(1);
        Thread.currentThread().interrupt();

        assertNoText(pdf, FailureKind.CANCELLED);

        assertThat(Thread.interrupted()).isTrue();
    }

    private void assertNoText(byte[] pdf, FailureKind kind) {
        assertThatThrownBy(() -> texts.extract(USER, content(pdf), MOST))
                .extracting("kind")
                .isEqualTo(kind);
    }

    private Extracted extract(byte[] pdf) {
        return texts.extract(USER, content(pdf), MOST);
    }

    private static SourceDocument content(byte[] pdf) {
        return new SourceDocument(pdf, Optional.of("application/pdf"), "");
    }

    private static byte[] pdf(int pages) throws IOException {
        try (PDDocument document = document(pages)) {
            return saved(document);
        }
    }

    private static byte[] encrypted(String password) throws IOException {
        try (PDDocument document = document(1)) {
            StandardProtectionPolicy policy = new StandardProtectionPolicy("owner", password, new AccessPermission());
            policy.setEncryptionKeyLength(128);
            document.protect(policy);
            return saved(document);
        }
    }

    private static PDDocument document(int pages) throws IOException {
        FallbackFontMapper.install();
        PDDocument document = new PDDocument();
        document.getDocumentInformation().setTitle("A title");
        for (int i = 1; i <= pages; i++) {
            PDPage page = new PDPage();
            document.addPage(page);
            try (PDPageContentStream contents = new PDPageContentStream(document, page)) {
                contents.beginText();
                contents.setFont(new PDType1Font(Standard14Fonts.FontName.HELVETICA), 12);
                contents.newLineAtOffset(50, 700);
                contents.showText("This is page " + i);
                contents.endText();
            }
        }
        return document;
    }

    private static byte[] saved(PDDocument document) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        document.save(out);
        return out.toByteArray();
    }

    private static byte[] withContents(byte[] stream, String entries) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(("%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n"
                        + "2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n"
                        + "3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>\nendobj\n"
                        + "4 0 obj\n<< /Length " + stream.length + " " + entries + " >>\nstream\n")
                .getBytes(StandardCharsets.ISO_8859_1));
        out.write(stream);
        out.write("\nendstream\nendobj\ntrailer << /Root 1 0 R >>".getBytes(StandardCharsets.ISO_8859_1));
        return out.toByteArray();
    }

    private static byte[] packed(byte[] bytes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (DeflaterOutputStream deflate = new DeflaterOutputStream(out)) {
            deflate.write(bytes);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return out.toByteArray();
    }
}
