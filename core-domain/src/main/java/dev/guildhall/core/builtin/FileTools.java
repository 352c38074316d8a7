package dev.guildhall.core.builtin;

import dev.guildhall.core.json.JsonSchema;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.file.FileId;
import dev.guildhall.ports.file.FileText;
import dev.guildhall.ports.file.Files;
import dev.guildhall.ports.file.StoredFile;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.run.Content;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolEffect;
import dev.guildhall.ports.tool.ToolInvoker;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.tool.ToolSource;
import dev.guildhall.ports.tool.ToolSpec;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code files.read}: lets an agent read the files that the user attaches to a question (chat-19). */
public final class FileTools implements ToolInvoker {
    public static final ToolName READ = new ToolName("files.read");

    /** How many characters one call returns. */
    static final int PART = 12_000;

    private static final int MAX_OFFSET = 1_000_000;
    private static final String FILE_ID = "fileId";
    private static final String OFFSET = "offset";

    private static final List<ToolSpec> SPECS = specs();

    private final Files files;
    private final FileText texts;

    public FileTools(Files files, FileText texts) {
        this.files = files;
        this.texts = texts;
    }

    @Override
    public List<ToolSpec> tools() {
        return SPECS;
    }

    private static List<ToolSpec> specs() {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put(FILE_ID, JsonSchema.text("The identifier of the file, such as file_01…."));
        properties.put(OFFSET, JsonSchema.integer(0, MAX_OFFSET, "The number of characters to skip; 0 when left out."));
        return List.of(new ToolSpec(
                READ,
                "Reads the text of a file that the user has attached or uploaded: plain text, HTML, XML, PDF. Answers"
                        + " with up to " + PART + " characters, and with nextOffset when there are more.",
                JsonSchema.object(properties, List.of(FILE_ID)),
                ToolSource.IN_PROCESS));
    }

    @Override
    public ToolEffect effect(ToolName tool) {
        return ToolEffect.READ;
    }

    @Override
    public ToolOutcome invoke(Caller.User caller, ToolName tool, Map<String, Object> arguments) {
        try {
            StoredFile file = files.find(caller, new FileId(String.valueOf(arguments.get(FILE_ID))));
            int offset = arguments.get(OFFSET) instanceof Number skipped ? skipped.intValue() : 0;
            if (file.size() > FileText.MAX_BYTES) {
                return new ToolOutcome.Failure(
                        FailureKind.TOO_LARGE, "the file has more than " + FileText.MAX_BYTES + " bytes");
            }
            String text = texts.read(caller.countsFor(), bytes(caller, file), file.contentType(), offset + PART + 1);
            return new ToolOutcome.Success(part(file, text, Math.min(offset, text.length())));
        } catch (Refusal refused) {
            return switch (refused.problem()) {
                case CommonProblem.Invalid invalid ->
                    new ToolOutcome.Failure(FailureKind.INVALID_ARGUMENTS, invalid.message());
                case CommonProblem.NotFound missing ->
                    new ToolOutcome.Failure(FailureKind.INVALID_ARGUMENTS, FILE_ID + ": " + missing.message());
                default -> throw refused;
            };
        }
    }

    private byte[] bytes(Caller.User caller, StoredFile file) {
        Content content = files.open(caller, file.id());
        try (InputStream stream = content.stream()) {
            return stream.readNBytes(FileText.MAX_BYTES);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private static Map<String, Object> part(StoredFile file, String text, int from) {
        int end = Math.min(from + PART, text.length());
        int to = end < text.length() && Character.isLowSurrogate(text.charAt(end)) ? end - 1 : end;
        Map<String, Object> part = new LinkedHashMap<>();
        part.put("name", file.name().value());
        part.put("contentType", file.contentType());
        part.put("text", Text.repaired(text.substring(from, to)));
        if (to < text.length()) {
            part.put("nextOffset", to);
        }
        return part;
    }
}
