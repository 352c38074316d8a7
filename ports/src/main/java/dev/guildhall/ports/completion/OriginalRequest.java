package dev.guildhall.ports.completion;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;

/**
 * A request as the client sent it. A provider with the same protocol receives these bytes (models-18); another provider
 * receives the translation, which the rest of {@link CompletionRequest} is.
 *
 * @param protocol the protocol of the body
 * @param body a JSON object in UTF-8, read only
 * @param headers those headers of the request that belong to the protocol, of visible ASCII characters
 * @param untranslated the paths of the fields that change the answer and that the translation does not contain, for
 *     example {@code messages[0].content[1].type}. A provider with another protocol is not asked when there are any
 * @param leftOut the paths of the other fields that the translation does not contain; {@link Completion#warnings} names
 *     them
 */
public record OriginalRequest(
        Protocol protocol,
        ByteBuffer body,
        Map<String, String> headers,
        List<String> untranslated,
        List<String> leftOut) {
    public OriginalRequest {
        body = body.asReadOnlyBuffer();
        headers = Map.copyOf(headers);
        untranslated = List.copyOf(untranslated);
        leftOut = List.copyOf(leftOut);
    }

    /** A sentence for each field that a provider with another protocol does not receive. */
    public List<String> warnings() {
        return leftOut.stream().map(OriginalRequest::warning).toList();
    }

    /** Says that a field was left out. */
    public static String warning(String field) {
        return field + " is not supported by the model's provider and was left out";
    }

    /** Another view of the body, with a position of its own. */
    @Override
    public ByteBuffer body() {
        return body.duplicate();
    }
}
