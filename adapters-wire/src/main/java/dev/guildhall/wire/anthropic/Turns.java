package dev.guildhall.wire.anthropic;

import dev.guildhall.ports.completion.CacheBreakpoint;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.ContentPart;
import dev.guildhall.ports.completion.MediaSource;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.WireNames;
import dev.guildhall.wire.anthropic.BlockJson.MediaJson;
import dev.guildhall.wire.anthropic.BlockJson.SourceJson;
import dev.guildhall.wire.anthropic.BlockJson.TextJson;
import dev.guildhall.wire.anthropic.BlockJson.ToolResultJson;
import dev.guildhall.wire.anthropic.BlockJson.ToolUseJson;
import dev.guildhall.wire.anthropic.MessagesRequestJson.TurnJson;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes a conversation as turns that alternate, the user's first:
 *
 * <ul>
 *   <li>consecutive messages of one role become one turn; the results of calls come first in the user's turn, where the
 *       provider expects them;
 *   <li>blank text is omitted, since the provider refuses it;
 *   <li>a conversation without a first message of the user gets a first turn that says so;
 *   <li>the text of a last message of the assistant, which the model continues, loses its trailing white space, which the
 *       provider refuses.
 * </ul>
 *
 * <p>Instructions are not part of it. For one conversation; not thread-safe.
 */
final class Turns {
    private static final String USER = "user";
    private static final String ASSISTANT = "assistant";
    private static final String SILENCE = "(The user has not said anything yet.)";

    private final WireNames names;
    private final ParameterNames parameters;
    private final ToolUseIds ids = new ToolUseIds();
    private final List<Turn> turns = new ArrayList<>();

    private Turns(WireNames names, ParameterNames parameters) {
        this.names = names;
        this.parameters = parameters;
    }

    private record Turn(String role, List<BlockJson> results, List<BlockJson> words) {
        TurnJson json() {
            return new TurnJson(
                    role, Stream.concat(results.stream(), words.stream()).toList());
        }
    }

    static List<TurnJson> of(List<ChatMessage> messages, WireNames names, ParameterNames parameters) {
        Turns turns = new Turns(names, parameters);
        messages.forEach(turns::add);
        turns.beginWithTheUser();
        turns.endWithoutBlanks();
        return turns.turns.stream().map(Turn::json).toList();
    }

    private void add(ChatMessage message) {
        switch (message) {
            case ChatMessage.Instruction ignored -> {}
            case ChatMessage.User user -> user.parts().forEach(this::said);
            case ChatMessage.Assistant assistant -> answered(assistant);
            case ChatMessage.ToolResult result -> turn(USER).results().add(answered(result));
        }
    }

    private void said(ContentPart part) {
        switch (part) {
            case ContentPart.Text(String text, Optional<CacheBreakpoint> cache) -> words(USER, text, cache);
            case ContentPart.Media media -> turn(USER).words().add(block(media));
        }
    }

    /** The breakpoint of an answer belongs to its last block. */
    private void answered(ChatMessage.Assistant assistant) {
        List<ToolCall> calls = assistant.toolCalls();
        words(ASSISTANT, assistant.content(), calls.isEmpty() ? assistant.cache() : Optional.empty());
        for (int i = 0; i < calls.size(); i++) {
            Optional<CacheBreakpoint> cache = i == calls.size() - 1 ? assistant.cache() : Optional.empty();
            turn(ASSISTANT).words().add(called(calls.get(i), cache));
        }
    }

    private static MediaJson block(ContentPart.Media media) {
        String type = switch (media.kind()) {
            case PICTURE -> "image";
            case FILE -> "document";
            case SOUND ->
                throw new Refusal(new CompletionProblem.RequestRefused(
                        "messages: sounds are not supported by the model's provider"));
        };
        return new MediaJson(
                type,
                source(media.source()),
                media.kind() == ContentPart.Kind.FILE ? media.name().orElse(null) : null,
                BlockJson.CacheJson.of(media.cache()));
    }

    private static SourceJson source(MediaSource source) {
        return switch (source) {
            case MediaSource.Address(String url) -> new SourceJson("url", null, null, url);
            case MediaSource.Inline(String type, CharSequence base64)
            when type.equals("text/plain") -> new SourceJson("text", type, text(base64), null);
            case MediaSource.Inline(String type, CharSequence base64) ->
                new SourceJson("base64", type, base64.toString(), null);
        };
    }

    private static String text(CharSequence base64) {
        return new String(Base64.getDecoder().decode(base64.toString()), StandardCharsets.UTF_8);
    }

    private void words(String role, String words, Optional<CacheBreakpoint> cache) {
        if (!words.isBlank()) {
            turn(role).words().add(new TextJson(words, cache));
        }
    }

    /** Malformed arguments become an empty object: the provider accepts only objects. */
    private ToolUseJson called(ToolCall call, Optional<CacheBreakpoint> cache) {
        Map<String, Object> input = switch (call.arguments()) {
            case ToolArguments.Parsed parsed -> parameters.toWire(call.tool(), parsed.values());
            case ToolArguments.Malformed ignored -> Map.of();
        };
        return new ToolUseJson(ids.begin(call.id()), names.toWire(call.tool()), input, cache);
    }

    private ToolResultJson answered(ChatMessage.ToolResult result) {
        Optional<CacheBreakpoint> cache = ContentPart.lastCache(result.parts());
        @Nullable Object content = result.content().isEmpty() ? null : result.content();
        return new ToolResultJson(ids.of(result.callId()), result.media().isEmpty() ? content : blocks(result), cache);
    }

    private static List<BlockJson> blocks(ChatMessage.ToolResult result) {
        List<BlockJson> blocks = new ArrayList<>();
        for (ContentPart part : result.parts()) {
            switch (part) {
                case ContentPart.Text text when text.text().isBlank() -> {}
                case ContentPart.Text text -> blocks.add(new TextJson(text.text(), Optional.empty()));
                case ContentPart.Media media -> blocks.add(block(media));
            }
        }
        return blocks;
    }

    private Turn turn(String role) {
        if (turns.isEmpty() || !turns.getLast().role().equals(role)) {
            turns.add(new Turn(role, new ArrayList<>(), new ArrayList<>()));
        }
        return turns.getLast();
    }

    private void beginWithTheUser() {
        if (turns.isEmpty() || turns.getFirst().role().equals(ASSISTANT)) {
            turns.addFirst(new Turn(USER, List.of(), List.of(new TextJson(SILENCE, Optional.empty()))));
        }
    }

    private void endWithoutBlanks() {
        Turn last = turns.getLast();
        if (last.role().equals(ASSISTANT) && last.words().getLast() instanceof TextJson text) {
            last.words()
                    .set(
                            last.words().size() - 1,
                            new TextJson(text.type(), text.text().stripTrailing(), text.cacheControl()));
        }
    }
}
