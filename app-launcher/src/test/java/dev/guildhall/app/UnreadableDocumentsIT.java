package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.encryption.AccessPermission;
import org.apache.pdfbox.pdmodel.encryption.StandardProtectionPolicy;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Documents that a server cannot read say why, and stop no other (knowledge-1, knowledge-4, knowledge-6). */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class UnreadableDocumentsIT {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int MORE_PAGES = 5_001;
    private static final int BOMB = 40_000_000;
    private static final int LOOK_MS = 50;

    private final HttpClient http = HttpClient.newHttpClient();
    private InProcessServer server;
    private Web ada;
    private String documents;

    @BeforeAll
    void start(@TempDir Path folder) {
        server = InProcessServer.start(
                folder,
                Map.of(
                        "GUILDHALL_DATABASE_URL", "memory",
                        "GUILDHALL_PORT", "0",
                        "GUILDHALL_EMBEDDINGS", "off",
                        "GUILDHALL_RATE_LIMIT_PER_MINUTE", "0"));
        ada = new Web(server.address("account"));
        ada.register();
        String collections = server.address("agent") + "/api/collections";
        documents = collections + "/"
                + ada.post(collections, "{\"name\":\"Reports\"}").get("id").asText() + "/documents";
    }

    @AfterAll
    void stop() {
        http.close();
        server.close();
    }

    private JsonNode indexed(String name, byte[] content) throws Exception {
        ByteArrayOutputStream form = new ByteArrayOutputStream();
        String head = "--B\r\nContent-Disposition: form-data; name=\"file\"; filename=\"" + name + "\"\r\n\r\n";
        form.writeBytes(head.getBytes(StandardCharsets.UTF_8));
        form.writeBytes(content);
        form.writeBytes("\r\n--B--\r\n".getBytes(StandardCharsets.UTF_8));
        HttpResponse<String> uploaded = http.send(
                HttpRequest.newBuilder(URI.create(documents))
                        .header("Authorization", "Bearer " + ada.token())
                        .header("Content-Type", "multipart/form-data; boundary=B")
                        .POST(HttpRequest.BodyPublishers.ofByteArray(form.toByteArray()))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(uploaded.statusCode()).as(uploaded.body()).isEqualTo(202);
        JsonNode document = MAPPER.readTree(uploaded.body());
        String path = documents + "/" + document.get("id").asText();
        while (document.get("status").asText().equals("indexing")) {
            Thread.sleep(LOOK_MS);
            document = ada.get(path);
        }
        return document;
    }

    private void assertFailed(String name, byte[] content, String reason) throws Exception {
        JsonNode document = indexed(name, content);

        assertThat(document.get("status").asText()).isEqualTo("failed");
        assertThat(document.get("error").asText()).contains(reason);
    }

    private static byte[] pdf(int pages, String password) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PDDocument document = new PDDocument()) {
            for (int i = 0; i < pages; i++) {
                document.addPage(new PDPage());
            }
            if (!password.isEmpty()) {
                document.protect(new StandardProtectionPolicy(password, password, new AccessPermission()));
            }
            document.save(bytes);
        }
        return bytes.toByteArray();
    }

    @Test
    void a_word_document_that_unpacks_to_too_much_fails() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry("word/document.xml"));
            String open = "<w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\">";
            zip.write((open + " ".repeat(BOMB) + "</w:document>").getBytes(StandardCharsets.UTF_8));
        }

        assertFailed("bomb.docx", bytes.toByteArray(), "too large when it is unpacked");
    }

    @Test
    void a_pdf_with_too_many_pages_fails() throws Exception {
        assertFailed("long.pdf", pdf(MORE_PAGES, ""), "more than 5000 pages");
    }

    @Test
    void an_encrypted_pdf_fails() throws Exception {
        assertFailed("closed.pdf", pdf(1, "secret"), "encrypted with a password");
    }

    @Test
    void a_document_after_them_is_ready() throws Exception {
        assertThat(indexed("a.txt", "words".getBytes(StandardCharsets.UTF_8))
                        .get("status")
                        .asText())
                .isEqualTo("ready");
    }
}
