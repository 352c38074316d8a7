package dev.guildhall.http.completion.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.guildhall.core.inmemory.HashingEmbedder;
import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import dev.guildhall.http.completion.PiecewiseModel;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/** A server with a scripted model, an embedding model, and a user who sends requests as OpenAI's client does. */
final class OpenAiFixture implements AutoCloseable {
    static final String BASE = "/completion/v1";
    static final String CHAT = BASE + "/chat/completions";

    /** A minimal valid body. */
    static final String ASKING = "{\"model\":\"piecewise\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String DATA = "data: ";

    final PiecewiseModel model;
    final TestServer server;
    final Client.Person person;

    OpenAiFixture(PiecewiseModel model) {
        this.model = model;
        this.server = TestServer.start(parts -> parts.chatModel(model).embedder(new HashingEmbedder()));
        this.person = server.client().stranger();
    }

    OpenAiFixture(BiFunction<CompletionRequest, ChunkSink, Completion> script) {
        this(new PiecewiseModel(script));
    }

    Client.Answer post(String path, String body) {
        return person.client().post(path, body);
    }

    /** A minimal body with further fields: {@code "n":1,"seed":5}. */
    static String asking(String fields) {
        return ASKING.substring(0, ASKING.length() - 1) + "," + fields + "}";
    }

    /** The request that the model got, for a body with further fields; without the remaining time. */
    CompletionRequest asked(String fields) {
        return askedWith(asking(fields));
    }

    CompletionRequest askedWith(String body) {
        Client.Answer answer = post(CHAT, body);
        if (answer.status() != 200) {
            throw new AssertionError(answer.body());
        }
        CompletionRequest asked = model.asked();
        return new CompletionRequest(
                asked.messages(), asked.sampling(), asked.offer(), asked.format(), Optional.empty());
    }

    static JsonNode json(String text) {
        try {
            return MAPPER.readTree(text);
        } catch (IOException notJson) {
            throw new UncheckedIOException(text, notJson);
        }
    }

    /** The data of all events. */
    static List<String> events(Client.Answer answer) {
        List<String> events = new ArrayList<>();
        for (String event : answer.body().split("\n\n", -1)) {
            if (event.startsWith(DATA)) {
                events.add(event.substring(DATA.length()));
            }
        }
        return events;
    }

    @Override
    public void close() {
        server.close();
    }
}
