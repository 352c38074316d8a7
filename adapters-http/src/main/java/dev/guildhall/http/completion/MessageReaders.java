package dev.guildhall.http.completion;

import dev.guildhall.ports.agent.NewMessage;
import dev.guildhall.ports.agent.Speaker;
import dev.guildhall.ports.completion.ContentPart;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.completion.Translation;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import dev.guildhall.wire.openai.ContentParts;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Supplier;

/** Reads the fields that the completion service and the agent service have in common. */
public final class MessageReaders {
    private static final int MOST_MESSAGES = 1_000;

    private MessageReaders() {}

    /** A non-empty array of {@code {role, content}}, where the content is text or parts. */
    public static RequestReader<List<NewMessage>> messages() {
        RequestReader<List<NewMessage>> list =
                RequestReader.list(RequestReader.object(MessageReaders::message), MOST_MESSAGES);
        return (node, path) -> {
            if (!node.isArray() || node.isEmpty()) {
                throw Refusal.invalid(path, "must be a non-empty array of {role, content}");
            }
            return list.read(node, path);
        };
    }

    /**
     * Model, temperature and token limit, from a body that is checked afterwards.
     *
     * @return reads the values; only after {@link JsonBody#check()}
     */
    public static Supplier<Sampling> sampling(JsonBody body) {
        Supplier<Optional<String>> model = body.optional("model", RequestReader.text());
        Supplier<OptionalDouble> temperature = body.number("temperature", RequestReader.number());
        Supplier<OptionalInt> maxTokens = body.integer("maxTokens", RequestReader.integer());
        return () -> new Sampling(model.get(), temperature.get(), maxTokens.get());
    }

    private static NewMessage message(JsonBody body) {
        Supplier<Speaker> role = body.required("role", RequestReader.text(MessageReaders::role));
        Translation translation = new Translation();
        Supplier<List<ContentPart>> content = body.required("content", new ContentParts(translation)::read);
        body.check();
        translation.requireNothingLeft();
        return new NewMessage(role.get(), content.get());
    }

    private static Speaker role(String name) {
        try {
            return Speaker.fromWire(name);
        } catch (IllegalArgumentException unknown) {
            throw Refusal.invalid("role", "must be one of system, user, assistant");
        }
    }
}
