package dev.guildhall.http.completion;

import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.wire.completion.StreamDialect;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.JsonBytes;
import java.nio.charset.StandardCharsets;

/**
 * The events of streams (models-3): objects with content, then one with the usage and with warnings, then {@code [DONE]}.
 */
final class PlainDialect implements StreamDialect {
    private static final byte[] CONTENT = "data: {\"content\":".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] CONTENT_END = "}\n\n".getBytes(StandardCharsets.US_ASCII);

    @Override
    public void piece(JsonBytes out, Chunk chunk) {
        switch (chunk) {
            case Chunk.Text(String content) -> content(out, content);
            case Chunk.Refused(String content) -> content(out, content);
            case Chunk.Reasoned ignored -> {}
            case Chunk.CallBegun ignored -> {}
            case Chunk.CallArguments ignored -> {}
            case Chunk.Counted ignored -> {}
            case Chunk.Original ignored -> {}
        }
    }

    private static void content(JsonBytes out, String content) {
        out.raw(CONTENT).string(content).raw(CONTENT_END);
    }

    @Override
    public void end(JsonBytes out, Completion completion) {
        out.raw("data: {\"usage\":{\"promptTokens\":")
                .number(completion.usage().promptTokens())
                .raw(",\"completionTokens\":")
                .number(completion.usage().completionTokens())
                .raw("}");
        if (!completion.warnings().isEmpty()) {
            out.raw(",\"warnings\":").raw(Json.bytes(completion.warnings()));
        }
        out.raw("}\n\n").raw(DONE);
    }
}
