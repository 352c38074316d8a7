package dev.guildhall.llm.provider;

import dev.guildhall.llm.http.OpenResponse;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.tool.WireNames;

/**
 * What an answer is read for.
 *
 * @param request what was asked
 * @param names how its functions are called on the wire
 * @param sink takes each piece of the answer
 */
public record AnswerContext(CompletionRequest request, WireNames names, ChunkSink sink) {
    /** The same with pieces that take their share of memory where they are kept, as those of a stream do. */
    public AnswerContext keeping(OpenResponse call) {
        return new AnswerContext(request, names, call.keeping(sink));
    }

    /** An answer of which nothing is known yet. */
    public PartialAnswer begin() {
        return new PartialAnswer(request, names, sink);
    }
}
