package dev.guildhall.core.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Installation;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.file.FileName;
import dev.guildhall.ports.file.FileText;
import dev.guildhall.ports.file.Files;
import dev.guildhall.ports.file.StoredFile;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolOutcome;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FileToolsTest {
    private final Installation installation = new Installation();
    private final Files files = installation.core().files();
    private final FileTools tools = new FileTools(files, FileToolsTest::text);
    private final Caller.User ada = installation.someone();

    private static String text(UserId userId, byte[] content, String contentType, int most) {
        if (!contentType.startsWith("text/")) {
            throw Refusal.invalid("fileId", "no text can be had of " + contentType);
        }
        String whole = new String(content, StandardCharsets.UTF_8);
        return whole.substring(0, Math.min(most, whole.length()));
    }

    private StoredFile kept(byte[] content) {
        return files.keep(ada, List.of(files.receive(ada, new FileName("a.txt"), new ByteArrayInputStream(content))))
                .getFirst();
    }

    private StoredFile kept(String text) {
        return kept(text.getBytes(StandardCharsets.UTF_8));
    }

    private ToolOutcome read(Caller.User caller, Map<String, Object> arguments) {
        return tools.invoke(caller, FileTools.READ, arguments);
    }

    private Map<?, ?> part(StoredFile file, int offset) {
        ToolOutcome.Success read =
                (ToolOutcome.Success) read(ada, Map.of("fileId", file.id().value(), "offset", offset));
        return (Map<?, ?>) read.data();
    }

    @Test
    void a_file_is_read_part_after_part_and_no_character_is_cut() {
        String whole = "x".repeat(FileTools.PART - 1) + "\uD83D\uDE00" + "end";
        StoredFile file = kept(whole);

        Map<?, ?> first = part(file, 0);
        Map<?, ?> second = part(file, FileTools.PART - 1);

        assertThat(first.get("nextOffset")).isEqualTo(FileTools.PART - 1);
        assertThat(first.get("text")).isEqualTo("x".repeat(FileTools.PART - 1));
        assertThat(second).isEqualTo(Map.of("name", "a.txt", "contentType", "text/plain", "text", "\uD83D\uDE00end"));
        assertThat(part(file, 500_000).get("text")).isEqualTo("");
    }

    @Test
    void the_model_receives_why_a_file_cannot_be_read() {
        StoredFile picture = kept(new byte[] {(byte) 0xff, (byte) 0xd8, (byte) 0xff, 0});
        StoredFile large = kept("x".repeat(FileText.MAX_BYTES + 1));
        Caller.User other = installation.someone();
        ToolOutcome missing = new ToolOutcome.Failure(FailureKind.INVALID_ARGUMENTS, "fileId: there is no such file");

        assertThat(read(ada, Map.of("fileId", picture.id().value())))
                .isEqualTo(new ToolOutcome.Failure(
                        FailureKind.INVALID_ARGUMENTS, "fileId: no text can be had of image/jpeg"));
        assertThat(read(ada, Map.of("fileId", large.id().value())))
                .isEqualTo(new ToolOutcome.Failure(FailureKind.TOO_LARGE, "the file has more than 5242880 bytes"));
        assertThat(read(ada, Map.of("fileId", "file_none"))).isEqualTo(missing);
        assertThat(read(ada, Map.of("fileId", "../../etc/passwd"))).isEqualTo(missing);
        assertThat(read(other, Map.of("fileId", picture.id().value()))).isEqualTo(missing);
    }

    @Test
    void agents_are_offered_the_tool_where_text_can_be_extracted() {
        Installation with = new Installation(parts -> parts.fileText(FileToolsTest::text));

        assertThat(names(with)).contains("files.read");
        assertThat(names(installation)).doesNotContain("files.read");
    }

    private static List<String> names(Installation installation) {
        return installation.agents().tools(installation.someone()).stream()
                .map(tool -> tool.spec().name().value())
                .toList();
    }
}
