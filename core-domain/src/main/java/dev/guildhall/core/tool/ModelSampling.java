package dev.guildhall.core.tool;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.Completions;
import dev.guildhall.ports.completion.ContentPart;
import dev.guildhall.ports.completion.FinishReason;
import dev.guildhall.ports.completion.FunctionOffer;
import dev.guildhall.ports.completion.MediaSource;
import dev.guildhall.ports.completion.ModelCatalogue;
import dev.guildhall.ports.completion.ResponseFormat;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.HiddenCharacters;
import dev.guildhall.ports.tool.ServerReply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Answers {@code sampling/createMessage} with the default model, or with the one that the server would like best of those
 * that the caller may use, as a request of the caller. It calls no tools.
 */
final class ModelSampling {
    private static final int INVALID_PARAMETERS = -32602;
    private static final int FAILED = -32603;
    private static final int MOST_MESSAGES = 100;
    private static final int MOST_HINTS = 20;
    private static final int MOST_CHARACTERS = 256 * 1024;
    private static final long MOST_MEDIA_BYTES = 8L * 1024 * 1024;
    private static final int MOST_TOKENS = 4_096;
    private static final double HOTTEST = 2;
    private static final Duration WITHIN = Duration.ofMinutes(2);

    private final Completions completions;

    ModelSampling(Completions completions) {
        this.completions = completions;
    }

    /** The answer of the model, or an error of the protocol that says why there is none. */
    ServerReply answer(Caller.User caller, Map<String, Object> parameters) {
        try {
            CompletionRequest request = request(parameters);
            Completion completion = completions.complete(
                    caller, hinted(caller, parameters).map(request::withModel).orElse(request));
            return new ServerReply.Result(Map.of(
                    "role",
                    "assistant",
                    "content",
                    Map.of("type", "text", "text", completion.content()),
                    "model",
                    completion.model(),
                    "stopReason",
                    completion.finish() == FinishReason.LENGTH ? "maxTokens" : "endTurn"));
        } catch (Unfit unfit) {
            return refused(INVALID_PARAMETERS, unfit.why);
        } catch (Refusal refusal) {
            return refused(FAILED, refusal.problem().message());
        }
    }

    /** The first model that contains a hint of the server's preferences, in the order of the hints. */
    private Optional<String> hinted(Caller.User caller, Map<String, Object> parameters) {
        List<String> hints = hints(parameters);
        if (hints.isEmpty()) {
            return Optional.empty();
        }
        List<String> models = completions.models(caller).models().stream()
                .map(ModelCatalogue.Model::id)
                .toList();
        return hints.stream()
                .flatMap(hint -> models.stream()
                        .filter(id -> id.toLowerCase(Locale.ROOT).contains(hint.toLowerCase(Locale.ROOT))))
                .findFirst();
    }

    private static List<String> hints(Map<String, Object> parameters) {
        return parameters.get("modelPreferences") instanceof Map<?, ?> wanted
                        && wanted.get("hints") instanceof List<?> hints
                ? hints.stream()
                        .limit(MOST_HINTS)
                        .map(hint ->
                                hint instanceof Map<?, ?> one && one.get("name") instanceof String name ? name : "")
                        .filter(name -> !name.isBlank())
                        .toList()
                : List.of();
    }

    private static ServerReply refused(int code, String why) {
        return new ServerReply.Refused(code, "sampling/createMessage: " + why, Optional.empty());
    }

    /** A request that cannot be answered. It has no stack trace: the fault is in the server's request. */
    private static final class Unfit extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final String why;

        Unfit(String why) {
            super(why, null, false, false);
            this.why = why;
        }
    }

    private static CompletionRequest request(Map<String, Object> parameters) {
        if (parameters.containsKey("tools") || parameters.containsKey("toolChoice")) {
            throw new Unfit("tools are not supported");
        }
        List<ChatMessage> messages = new ArrayList<>();
        if (parameters.get("systemPrompt") instanceof String instructions && !instructions.isBlank()) {
            messages.add(new ChatMessage.Instruction(HiddenCharacters.escaped(instructions)));
        }
        if (!(parameters.get("messages") instanceof List<?> given) || given.isEmpty() || given.size() > MOST_MESSAGES) {
            throw new Unfit("messages: must be an array of 1 to " + MOST_MESSAGES + " messages");
        }
        given.forEach(message -> messages.add(message(message)));
        requireRoom(messages);
        return new CompletionRequest(
                messages, sampling(parameters), FunctionOffer.NOTHING, new ResponseFormat.Words(), Optional.of(WITHIN));
    }

    private static void requireRoom(List<ChatMessage> messages) {
        int characters = messages.stream()
                .mapToInt(message -> message.content().length())
                .sum();
        if (characters > MOST_CHARACTERS) {
            throw new Unfit("messages: must have at most " + MOST_CHARACTERS + " characters");
        }
        long bytes = messages.stream()
                .flatMap(message -> message.media().stream())
                .mapToLong(media -> media.source() instanceof MediaSource.Inline inline ? inline.bytes() : 0)
                .sum();
        if (bytes > MOST_MEDIA_BYTES) {
            throw new Unfit("messages: must have at most " + MOST_MEDIA_BYTES + " bytes of pictures and sounds");
        }
    }

    private static Sampling sampling(Map<String, Object> parameters) {
        int wanted = parameters.get("maxTokens") instanceof Number number ? number.intValue() : MOST_TOKENS;
        OptionalDouble temperature = parameters.get("temperature") instanceof Number number
                ? OptionalDouble.of(Math.clamp(number.doubleValue(), 0, HOTTEST))
                : OptionalDouble.empty();
        return new Sampling(Optional.empty(), temperature, OptionalInt.of(Math.clamp(wanted, 1, MOST_TOKENS)));
    }

    private static ChatMessage message(Object given) {
        if (!(given instanceof Map<?, ?> message)) {
            throw new Unfit("messages: must have objects {role, content}");
        }
        List<?> blocks = message.get("content") instanceof List<?> several
                ? several
                : Optional.<Object>ofNullable(message.get("content")).stream().toList();
        List<ContentPart> parts = blocks.stream().map(ModelSampling::part).toList();
        return switch (String.valueOf(message.get("role"))) {
            case "user" -> new ChatMessage.User(parts);
            case "assistant" -> new ChatMessage.Assistant(ContentPart.joinedText(parts));
            default -> throw new Unfit("messages: role must be user or assistant");
        };
    }

    private static ContentPart part(Object given) {
        Map<?, ?> block = given instanceof Map<?, ?> map ? map : Map.of();
        return switch (String.valueOf(block.get("type"))) {
            case "text" ->
                new ContentPart.Text(HiddenCharacters.escaped(block.get("text") instanceof String text ? text : ""));
            case "image" -> media(block, ContentPart.Kind.PICTURE);
            case "audio" -> media(block, ContentPart.Kind.SOUND);
            default -> throw new Unfit("messages: content must be text, image or audio");
        };
    }

    private static ContentPart media(Map<?, ?> block, ContentPart.Kind kind) {
        if (!(block.get("data") instanceof String data) || !(block.get("mimeType") instanceof String type)) {
            throw new Unfit("messages: an image or a sound must have data and mimeType");
        }
        try {
            return new ContentPart.Media(kind, new MediaSource.Inline(type, data), Optional.empty());
        } catch (Refusal malformed) {
            throw new Unfit("messages: " + malformed.problem().message());
        }
    }
}
