package dev.guildhall.llm.provider;

import dev.guildhall.llm.http.OpenResponse;
import dev.guildhall.llm.http.Request;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.tool.WireNames;
import java.io.IOException;

/** How a provider is asked for an answer, and how its response is read. Thread-safe. */
public interface ChatProtocol {
    /**
     * The request in the provider's protocol.
     *
     * @param stream whether the answer is streamed
     */
    Request request(CompletionRequest request, WireNames names, boolean stream);

    /** Reads a whole answer. */
    Completion whole(OpenResponse call, AnswerContext context) throws IOException;

    /** Reads the response to a request for a stream; some servers send a whole answer nevertheless. */
    Completion streamed(OpenResponse call, AnswerContext context) throws IOException;
}
