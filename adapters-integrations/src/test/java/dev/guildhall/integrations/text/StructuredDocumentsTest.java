package dev.guildhall.integrations.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.guildhall.ports.knowledge.DocumentParser.Section;
import dev.guildhall.ports.knowledge.DocumentParser.Sections;
import dev.guildhall.ports.knowledge.DocumentParser.Source;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.encryption.AccessPermission;
import org.apache.pdfbox.pdmodel.encryption.StandardProtectionPolicy;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** knowledge-4 and knowledge-5. */
class StructuredDocumentsTest {
    private static final String WORD = "xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"";
    private static final String REFERENCES =
            "xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\"";

    private final StructuredDocuments documents = new StructuredDocuments();
    private final List<Section> sections = new ArrayList<>();
    private int pages;

    private void read(String name, byte[] content) {
        Source source = new Source(name, "application/octet-stream", content.length, new ByteArrayInputStream(content));
        documents.parse(source, new Sections() {
            @Override
            public void add(Section section) {
                sections.add(section);
            }

            @Override
            public void read(int page) {
                pages = page;
            }
        });
    }

    private void read(String name, String content) {
        read(name, content.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] zip(String... namesAndParts) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (int i = 0; i < namesAndParts.length; i += 2) {
                zip.putNextEntry(new ZipEntry(namesAndParts[i]));
                zip.write(namesAndParts[i + 1].getBytes(StandardCharsets.UTF_8));
                zip.closeEntry();
            }
        }
        return bytes.toByteArray();
    }

    private static byte[] pdf(int count, Optional<String> password) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PDDocument document = new PDDocument()) {
            FallbackFontMapper.install();
            PDType1Font font = new PDType1Font(Standard14Fonts.FontName.HELVETICA);
            for (int number = 1; number <= count; number++) {
                PDPage page = new PDPage();
                document.addPage(page);
                if (number <= 2) {
                    try (PDPageContentStream text = new PDPageContentStream(document, page)) {
                        write(text, font, 20, 700, "Chapter " + number);
                        write(text, font, 10, 650, "The usual letters of page " + number + " are small.");
                    }
                }
            }
            if (password.isPresent()) {
                document.protect(new StandardProtectionPolicy(password.get(), password.get(), new AccessPermission()));
            }
            document.save(bytes);
        }
        return bytes.toByteArray();
    }

    private static void write(PDPageContentStream text, PDType1Font font, int size, int height, String words)
            throws IOException {
        text.beginText();
        text.setFont(font, size);
        text.newLineAtOffset(50, height);
        text.showText(words);
        text.endText();
    }

    private void assertBroken(String name, byte[] content, String why) {
        assertThatThrownBy(() -> read(name, content)).hasMessageContaining(why);
    }

    @Test
    void a_pdf_is_read_page_by_page() throws IOException {
        read("a.pdf", pdf(3, Optional.empty()));

        assertThat(pages).isEqualTo(3);
        assertThat(sections).last().satisfies(section -> {
            assertThat(section.page()).contains(2);
            assertThat(section.heading()).isEqualTo("Chapter 2");
            assertThat(section.text()).contains("letters of page 2");
        });
    }

    @Test
    void a_pdf_that_is_encrypted_or_has_too_many_pages_says_so() throws IOException {
        assertBroken("a.pdf", pdf(1, Optional.of("secret")), "is encrypted with a password");
        assertBroken("a.pdf", pdf(5_001, Optional.empty()), "more than 5000 pages");
        assertBroken("a.pdf", "%PDF-1.7 nothing".getBytes(StandardCharsets.UTF_8), "is malformed");
    }

    @Test
    void a_page_that_was_stored_under_the_name_of_a_document_is_refused() {
        for (String name : List.of("a.pdf", "A.DOCX", "a.xlsx", "a.pptx")) {
            assertBroken(name, "<html>Please sign in</html>".getBytes(StandardCharsets.UTF_8), "has a wrong name");
        }
    }

    @Test
    void a_word_document_has_headings_pages_and_tables() throws IOException {
        read(
                "a.docx",
                zip(
                        "word/styles.xml",
                        "<w:styles " + WORD
                                + "><w:style w:styleId=\"u1\"><w:name w:val=\"heading 1\"/></w:style></w:styles>",
                        "word/document.xml",
                        "<w:document " + WORD
                                + "><w:body><w:p><w:pPr><w:pStyle"
                                + " w:val=\"u1\"/></w:pPr><w:r><w:t>Leave</w:t></w:r></w:p><w:p><w:r><w:t>28"
                                + " days.</w:t></w:r></w:p><w:p><w:r>"
                                + "<w:lastRenderedPageBreak/><w:t>More.</w:t></w:r></w:p><w:tbl><w:tr><w:tc><w:p><w:r>"
                                + "<w:t>Country</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>Days</w:t></w:r></w:p></w:tc>"
                                + "</w:tr><w:tr><w:tc><w:p><w:r><w:t>Norway</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r>"
                                + "<w:t>12</w:t></w:r></w:p></w:tc></w:tr></w:tbl></w:body></w:document>"));

        assertThat(sections)
                .extracting(
                        Section::page,
                        Section::heading,
                        section -> section.text().strip())
                .containsExactly(
                        tuple(Optional.of(1), "Leave", "28 days."),
                        tuple(Optional.of(2), "Leave", "More."),
                        tuple(Optional.of(2), "Leave", "Norway | 12"));
        assertThat(sections.getLast().header()).isEqualTo("Country | Days");
    }

    @Test
    void a_document_that_unpacks_to_too_much_is_refused() throws IOException {
        byte[] bomb = zip("word/document.xml", "<w:document " + WORD + ">" + " ".repeat(40_000_000) + "</w:document>");

        assertBroken("a.docx", bomb, "too large when it is unpacked");
    }

    @Test
    void a_sheet_has_its_name_its_header_and_dates() throws IOException {
        read(
                "a.xlsx",
                zip(
                        "xl/workbook.xml",
                        "<workbook " + REFERENCES + "><sheets><sheet name=\"Sales\" r:id=\"r1\"/></sheets></workbook>",
                        "xl/_rels/workbook.xml.rels",
                        "<Relationships><Relationship Id=\"r1\" Target=\"worksheets/sheet1.xml\"/></Relationships>",
                        "xl/styles.xml",
                        "<styleSheet><cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"14\"/></cellXfs></styleSheet>",
                        "xl/sharedStrings.xml",
                        "<sst><si><t>Region</t></si><si><t>Closed</t></si></sst>",
                        "xl/worksheets/sheet1.xml",
                        "<worksheet><sheetData><row><c r=\"A1\" t=\"s\"><v>0</v></c><c r=\"C1\""
                            + " t=\"s\"><v>1</v></c></row><row><c r=\"A2\"><v>0.30000000000000004</v></c><c r=\"C2\""
                            + " s=\"1\"><v>45291</v></c></row></sheetData></worksheet>"));

        Section table = sections.getFirst();
        assertThat(table.heading()).isEqualTo("Sales");
        assertThat(table.header()).isEqualTo("Region |  | Closed");
        assertThat(table.text()).isEqualTo("0.3 |  | 2023-12-31");
    }

    @Test
    void markdown_keeps_the_headings_above_a_part() {
        read("a.md", "# Coffee\nNine bar.\n## Cleaning\nEvery month.\n```\n# no heading\n```\n");

        assertThat(sections).extracting(Section::heading).containsExactly("Coffee", "Coffee \u203a Cleaning");
        assertThat(sections.getLast().text()).contains("# no heading");
    }

    @Test
    void html_leaves_out_what_is_not_shown() {
        read("a.html", "<html><body><h1>Hives</h1><p>One queen.</p><p style='display:none'>secret</p></body></html>");

        assertThat(sections).singleElement().satisfies(section -> {
            assertThat(section.heading()).isEqualTo("Hives");
            assertThat(section.text()).contains("One queen.").doesNotContain("secret");
        });
    }

    @Test
    void values_between_separators_are_a_table() {
        read("a.csv", "Name;City\n\"Ada; Lovelace\";London\n");

        assertThat(sections.getFirst().header()).isEqualTo("Name | City");
        assertThat(sections.getFirst().text()).isEqualTo("Ada; Lovelace | London");
    }

    @Test
    void a_message_has_its_subject_as_heading() {
        read(
                "a.eml",
                "From: ada@example.org\r\n"
                        + "Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?=\r\n"
                        + "Content-Type: text/plain\r\n\r\n"
                        + "On Friday.\r\n");

        assertThat(sections.getFirst().heading()).isEqualTo("Gr\u00fc\u00dfe");
        assertThat(sections.getFirst().text()).contains("From: ada@example.org", "On Friday.");
    }

    @Test
    void text_is_read_in_its_charset_and_its_pages_end_with_form_feeds() {
        read("a.txt", "Stra\u00dfe\fBr\u00fccke".getBytes(Charset.forName("windows-1252")));

        assertThat(sections)
                .extracting(section -> section.text().strip())
                .containsExactly("Stra\u00dfe", "Br\u00fccke");
        assertThat(sections).extracting(Section::page).containsExactly(Optional.of(1), Optional.of(2));
    }

    @Test
    void a_table_within_a_cell_moved_the_cells_behind_it_to_another_row() throws IOException {
        String inner = "<w:tbl><w:tr><w:tc>" + words("inner") + "</w:tc></w:tr></w:tbl>";
        read(
                "a.docx",
                zip(
                        "word/document.xml",
                        "<w:document " + WORD + "><w:body><w:tbl><w:tr><w:tc>" + words("A") + "</w:tc><w:tc>"
                                + words("B") + "</w:tc></w:tr><w:tr><w:tc>" + words("one") + inner + "</w:tc><w:tc>"
                                + words("two") + "</w:tc></w:tr></w:tbl></w:body></w:document>"));

        assertThat(sections.getFirst().text()).isEqualTo("one inner | two");
    }

    private static String words(String text) {
        return "<w:p><w:r><w:t>" + text + "</w:t></w:r></w:p>";
    }

    @Test
    void a_packed_document_with_more_text_than_is_indexed_needs_no_memory_for_it() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; text.length() < 20_500_000; i++) {
            text.append(Integer.toString(i * 7919, Character.MAX_RADIX)).append(' ');
        }

        assertBroken(
                "a.docx",
                zip("word/document.xml", "<w:document " + WORD + ">" + words(text.toString()) + "</w:document>"),
                "more than 20000000 characters of text");
    }

    @Test
    void text_is_passed_on_while_it_is_read() {
        read("a.txt", "a line of text\n".repeat(20_000));

        assertThat(sections)
                .hasSizeGreaterThan(3)
                .allMatch(section -> section.text().length() < 70_000);
    }

    @Test
    @Timeout(20)
    void a_heading_of_blanks_took_a_time_that_grew_with_the_square_of_its_length() {
        read("a.md", "# a" + " ".repeat(1_000_000) + "b\n# C#\nSharp.\n");

        assertThat(sections.getLast().heading()).isEqualTo("C#");
    }

    @Test
    void a_page_of_more_elements_than_memory_is_for_is_refused() {
        assertBroken(
                "a.html",
                ("<html>" + "<b>x".repeat(2_100_000)).getBytes(StandardCharsets.UTF_8),
                "more than 1000000 elements");
    }

    @Test
    void a_file_of_form_feeds_has_too_many_pages() {
        assertBroken("a.txt", "\f".repeat(1_000_000).getBytes(StandardCharsets.UTF_8), "more than 5000 pages");
    }

    @Test
    void a_message_with_a_part_that_cannot_be_read_was_not_read_at_all() {
        read(
                "a.eml",
                "From: =?UTF-8?Q?J=C3=BCrgen?= <broken@@example.org>\r\n"
                        + "Subject: Two parts\r\n"
                        + "Content-Type: multipart/mixed; boundary=x\r\n\r\n"
                        + "--x\r\nContent-Type: text/plain\r\n\r\nOn Friday.\r\n"
                        + "--x\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: unheard-of\r\n\r\nnoise\r\n"
                        + "--x--\r\n");

        assertThat(sections.getFirst().text())
                .contains("From: J\u00fcrgen <broken@@example.org>", "a part that cannot be read", "On Friday.");
    }

    @Test
    void other_content_is_refused() throws IOException {
        assertBroken("a.bin", new byte[] {1, 0, 2, 0, 0, 0, 3, 9}, "has no text");
        assertBroken("a.zip", zip("a.txt", "text"), "not one of Word, Excel or PowerPoint");
        assertBroken(
                "a.doc",
                new byte[] {(byte) 0xd0, (byte) 0xcf, 0x11, (byte) 0xe0, 0, 0},
                "encrypted, or of an Office before 2007");
    }
}
