package dev.guildhall.integrations.playwright;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.run.RunEvent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogReaderTest {
    @TempDir
    Path folder;

    private final List<String> told = new ArrayList<>();

    private void tell(RunEvent event) {
        told.add(((RunEvent.Logged) event).text());
    }

    private List<String> read(byte[] printed) throws IOException {
        Path log = Files.write(folder.resolve("run.log"), printed);
        try (LogReader reader = new LogReader(log, this::tell)) {
            reader.finish();
        }
        return told;
    }

    private List<String> read(String printed) throws IOException {
        return read(printed.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void lines_are_told_once_they_are_whole_and_the_last_one_at_the_end() throws Exception {
        Path log = Files.writeString(folder.resolve("run.log"), "one\ntwo\nthr");
        try (LogReader reader = new LogReader(log, this::tell)) {
            reader.read();
            assertThat(told).containsExactly("one\ntwo\n");
            Files.writeString(log, "ee\nfour", StandardOpenOption.APPEND);
            reader.finish();
        }

        assertThat(told).containsExactly("one\ntwo\n", "three\nfour\n");
    }

    @Test
    void terminal_sequences_are_removed_and_bytes_that_are_no_text_are_replaced() throws Exception {
        byte[] printed =
                "\u001b[31mred\u001b[0m \u001b]8;;http://a\u0007link\u001b]8;;\u0007\tend\0\r\n10%\r20%\r\n\n?\n"
                        .getBytes(StandardCharsets.UTF_8);
        printed[printed.length - 2] = (byte) 0xff;

        assertThat(read(printed)).containsExactly("red link\tend\n10%\n20%\n\n\ufffd\n");
    }

    @Test
    void a_long_line_is_cut() throws Exception {
        List<String> lines = read("🍵".repeat(100_000) + "\nshort\n");

        assertThat(lines).containsExactly("🍵".repeat(LogReader.MOST_OF_LINE) + "…\nshort\n");
    }

    @Test
    void many_lines_are_told_together() throws Exception {
        read("line\n".repeat(1_000));

        assertThat(told).hasSize(1_000 / LogReader.MOST_OF_EVENT);
        assertThat(String.join("", told)).isEqualTo("line\n".repeat(1_000));
    }

    @Test
    void of_very_many_lines_the_first_are_told_and_that_there_are_more() throws Exception {
        read("x\n".repeat(LogReader.MOST_LINES * 2));

        assertThat(String.join("", told)).isEqualTo("x\n".repeat(LogReader.MOST_LINES) + LogReader.LEFT_OUT);
        assertThat(told).hasSizeLessThan(LogReader.MOST_LINES / 50);
    }

    @Test
    void of_very_much_text_the_beginning_is_told() throws Exception {
        read(("y".repeat(999) + "\n").repeat(3_000));

        assertThat(told).allMatch(text -> text.length() <= RunEvent.Logged.MAX_TEXT);
        assertThat(told.getLast()).endsWith(LogReader.LEFT_OUT);
        assertThat(String.join("", told).length())
                .isBetween(LogReader.MOST_CHARACTERS - 1_000, LogReader.MOST_CHARACTERS + LogReader.LEFT_OUT.length());
    }
}
