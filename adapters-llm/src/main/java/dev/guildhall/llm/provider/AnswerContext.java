package dev.guildhall.llm.provider;

import dev.guildhall.llm.http.OpenResponse;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.tool.WireNames;

/**
 * The request of an answer, and where its chunks go.
 *
 * @param request the request
 * @param names the names of its functions in the protocol
 * @param sink takes each chunk of the answer
 */
public record AnswerContext(CompletionRequest request, WireNames names, ChunkSink sink) {
    /** The same context with a sink that reserves memory for the chunks of a stream that are kept. */
    public AnswerContext keeping(OpenResponse call) {
        return new AnswerContext(request, names, call.keeping(sink));
    }

    /** An answer without any content yet. */
    public PartialAnswer begin() {
        return new PartialAnswer(request, names, sink);
    }
}
