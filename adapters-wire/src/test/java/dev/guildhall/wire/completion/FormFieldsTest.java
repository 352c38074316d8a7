package dev.guildhall.wire.completion;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FormFieldsTest {
    private static final String TYPE = "multipart/form-data; charset=x; boundary=\"a b\"";
    private static final String FORM = "preamble\r\n"
            + "--a b\r\n"
            + "Content-Disposition: form-data; name=\"model\"\r\n\r\n"
            + "m\r\n"
            + "--a b \r\n"
            + "content-disposition: form-data; name=\"file\"; filename=\"f\"\r\n"
            + "Content-Type: x/y\r\n\r\n"
            + "\r\n"
            + "--a \r\n\r\n"
            + "--a b\r\n"
            + "Content-Disposition: form-data; name=\"empty\"\r\n\r\n\r\n"
            + "--a b--\r\n"
            + "epilogue";

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String joined(List<ByteBuffer> parts) {
        StringBuilder all = new StringBuilder();
        parts.forEach(part -> all.append(StandardCharsets.UTF_8.decode(part.duplicate())));
        return all.toString();
    }

    @Test
    void fields_and_files_are_found() {
        FormFields form = FormFields.parse(TYPE, bytes(FORM)).orElseThrow();

        assertThat(form.text("model")).contains("m");
        assertThat(form.text("empty")).contains("");
        assertThat(form.text("file")).isEmpty();
        assertThat(form.file().map(file -> StandardCharsets.UTF_8.decode(file).toString()))
                .contains("\r\n--a \r\n");
    }

    @Test
    void only_the_field_changes() {
        FormFields form = FormFields.parse(TYPE, bytes(FORM)).orElseThrow();

        assertThat(joined(form.with("model", "ö"))).isEqualTo(FORM.replace("\r\nm\r\n", "\r\nö\r\n"));
        assertThat(joined(form.with("file", "x"))).isEqualTo(FORM);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--a b", "--a b--", "--a b\r\n", "--a b\r\nx\r\n\r\ny\r\n--a b--", "--a b\r\n\r\nx"})
    void a_malformed_form_is_empty(String body) {
        assertThat(FormFields.parse(TYPE, bytes(body))).isEmpty();
    }

    @Test
    void no_cut_of_a_form_breaks_the_reader() {
        for (int length = 0; length < FORM.length(); length++) {
            FormFields.parse(TYPE, bytes(FORM.substring(0, length)))
                    .ifPresent(form -> assertThat(form.text("model")).contains("m"));
        }
    }

    @Test
    void no_change_of_a_form_breaks_the_reader() {
        Random random = new Random(7);
        for (int round = 0; round < 2_000; round++) {
            byte[] changed = FORM.getBytes(StandardCharsets.UTF_8);
            changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
            ByteBuffer body = ByteBuffer.wrap(changed);

            FormFields.parse(TYPE, body)
                    .ifPresent(form -> assertThat(form.with("none", "x").stream()
                                    .mapToInt(ByteBuffer::remaining)
                                    .sum())
                            .isEqualTo(changed.length));
        }
    }
}
