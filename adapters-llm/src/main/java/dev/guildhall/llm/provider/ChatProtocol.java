package dev.guildhall.llm.provider;

import dev.guildhall.llm.http.OpenResponse;
import dev.guildhall.llm.http.Request;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.tool.WireNames;
import java.io.IOException;

/** How a provider wants to be asked for an answer, and how that is read. Thread-safe. */
public interface ChatProtocol {
    /**
     * The request in the provider's words.
     *
     * @param stream whether the answer is to come in pieces
     */
    Request question(CompletionRequest request, WireNames names, boolean stream);

    /** Reads an answer in one piece. */
    Completion whole(OpenResponse call, AnswerContext asked) throws IOException;

    /** Reads the answer to a question for a stream, which some servers give in one piece all the same. */
    Completion streamed(OpenResponse call, AnswerContext asked) throws IOException;
}
