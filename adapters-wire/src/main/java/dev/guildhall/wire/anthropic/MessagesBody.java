package dev.guildhall.wire.anthropic;

import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ContentPart;
import dev.guildhall.ports.completion.DecodingOptions;
import dev.guildhall.ports.completion.FunctionOffer;
import dev.guildhall.ports.completion.Protocol;
import dev.guildhall.ports.completion.ResponseFormat;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.completion.Translation;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * Reads the body of a request to {@code messages}, and of one to {@code messages/count_tokens}. A field that is not known
 * here only tunes the answer: a provider of the same protocol receives it, the answer of another provider has a warning
 * (models-19).
 */
public final class MessagesBody {
    private static final int MOST_STOPS = 1_000;
    private static final int MOST_OF_USER = 64;

    private final Translation translation = new Translation();
    private final List<DecodingOptions.Setting> others = new ArrayList<>();
    private final JsonBody body;

    private MessagesBody(JsonBody body) {
        this.body = body;
    }

    /**
     * Reads a request for an answer.
     *
     * @param bytes the same body as it was received
     * @param headers those of the request that belong to the protocol
     */
    public static MessagesRequest read(JsonBody body, ByteBuffer bytes, Map<String, String> headers) {
        return new MessagesBody(body).read(body.required("max_tokens", positive()), bytes, headers);
    }

    /** Reads a request for a count, which needs no maximum of tokens. */
    public static MessagesRequest counted(JsonBody body, ByteBuffer bytes, Map<String, String> headers) {
        return new MessagesBody(body).read(body.optional("max_tokens", positive(), 1), bytes, headers);
    }

    private MessagesRequest read(Supplier<Integer> maxTokens, ByteBuffer bytes, Map<String, String> headers) {
        Blocks blocks = new Blocks(translation);
        Supplier<String> model = body.required("model", RequestReader.text());
        Supplier<Optional<List<ContentPart.Text>>> system = body.optional("system", blocks::texts);
        Supplier<List<ChatMessage>> messages = body.required("messages", blocks::messages);
        Supplier<OptionalDouble> temperature = body.number("temperature", fraction());
        Supplier<DecodingOptions> decoding = decoding();
        Supplier<FunctionOffer> offer = ToolFields.read(body, translation);
        Supplier<ResponseFormat> format =
                body.optional("output_config", RequestReader.object(this::format), new ResponseFormat.Words());
        Supplier<Boolean> stream = body.optional("stream", RequestReader.flag(), false);
        Supplier<Optional<Boolean>> thinking = body.optional("thinking", RequestReader.object(MessagesBody::thinks));
        body.optional("container", translation.never());
        body.optional("mcp_servers", translation.never());
        body.check();
        translation.canOmitUnread(body);
        thinking.get().ifPresent(ignored -> translation.canOmit("thinking"));
        List<ChatMessage> all = new ArrayList<>();
        system.get().map(ChatMessage.Instruction::new).ifPresent(all::add);
        all.addAll(messages.get());
        Sampling sampling = new Sampling(
                Optional.of(model.get()), temperature.get(), OptionalInt.of(maxTokens.get()), decoding.get());
        CompletionRequest request = new CompletionRequest(all, sampling, offer.get(), format.get())
                .withOriginal(translation.original(Protocol.ANTHROPIC_MESSAGES, bytes, headers));
        return new MessagesRequest(request, stream.get(), thinking.get().orElse(false), model.get());
    }

    private static boolean thinks(JsonBody thinking) {
        return !thinking.checked("type", RequestReader.text()).equals("disabled");
    }

    private Supplier<DecodingOptions> decoding() {
        Supplier<OptionalDouble> topP = body.number("top_p", fraction());
        RequestReader<List<String>> texts = RequestReader.list(RequestReader.text(), MOST_STOPS);
        RequestReader<List<String>> supported = (node, path) -> {
            List<String> stops = texts.read(node, path);
            if (stops.size() > DecodingOptions.MOST_STOPS || stops.contains("")) {
                translation.cannotHave(path);
                return List.of();
            }
            return stops;
        };
        body.optional("metadata", RequestReader.object(this::user));
        Supplier<List<String>> stops = body.optional("stop_sequences", supported, List.of());
        return () -> new DecodingOptions(
                topP.get(),
                stops.get(),
                OptionalLong.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                false,
                others);
    }

    /** Coding agents send a long text, which OpenAI refuses in its field. */
    private JsonBody user(JsonBody metadata) {
        Supplier<Optional<String>> user = metadata.optional("user_id", RequestReader.text());
        metadata.check();
        user.get().ifPresent(id -> {
            if (id.length() <= MOST_OF_USER) {
                others.add(new DecodingOptions.Setting("user", id, metadata.path("user_id")));
            } else {
                translation.canOmit(metadata.path("user_id"));
            }
        });
        translation.canOmitUnread(metadata);
        return metadata;
    }

    private ResponseFormat format(JsonBody config) {
        Translation.setting(config, "effort", "reasoning_effort", others);
        translation.canOmitUnread(config, "format");
        Supplier<ResponseFormat> format =
                config.optional("format", RequestReader.object(this::schema), new ResponseFormat.Words());
        config.check();
        return format.get();
    }

    private ResponseFormat schema(JsonBody format) {
        format.required("type", translation.only("json_schema", RequestReader.text()));
        Supplier<Map<String, Object>> schema = format.optional("schema", RequestReader.dataObject(), Map.of());
        format.check();
        return new ResponseFormat.Schema("answer", schema.get(), true);
    }

    private static RequestReader<Integer> positive() {
        return RequestReader.integer(1, Integer.MAX_VALUE);
    }

    private static RequestReader<Double> fraction() {
        return (node, path) -> {
            double number = RequestReader.number().read(node, path);
            if (!(number >= 0 && number <= 1)) {
                throw Refusal.invalid(path, "must be between 0 and 1");
            }
            return number;
        };
    }
}
