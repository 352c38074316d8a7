package dev.guildhall.wire.anthropic;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.completion.CacheBreakpoint;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.ContentPart;
import dev.guildhall.ports.completion.MediaSource;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.completion.Translation;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Reads messages and their blocks of content. Confined to one body. */
final class Blocks {
    private static final int MOST_MESSAGES = 100_000;
    private static final int MOST_BLOCKS = 10_000;

    private sealed interface Block {
        record Part(ContentPart part) implements Block {}

        record Call(ToolCall call, Optional<CacheBreakpoint> cache) implements Block {}

        record Result(ChatMessage.ToolResult result) implements Block {}
    }

    private final Translation translation;
    private final Map<String, String> tools = new HashMap<>();

    Blocks(Translation translation) {
        this.translation = translation;
    }

    List<ChatMessage> messages(JsonNode node, String path) {
        if (!node.isArray() || node.isEmpty()) {
            throw Refusal.invalid(path, "must be a non-empty array of {role, content}");
        }
        RequestReader<List<List<ChatMessage>>> list =
                RequestReader.list(RequestReader.object(this::message), MOST_MESSAGES);
        return list.read(node, path).stream().flatMap(List::stream).toList();
    }

    /** The texts, each on a line of its own. */
    List<ContentPart.Text> texts(JsonNode node, String path) {
        return translation.texts(parts(node, path), path);
    }

    private List<ContentPart> parts(JsonNode node, String path) {
        return parts(blocks(node, path), path);
    }

    private List<ContentPart> parts(List<Block> blocks, String path) {
        List<ContentPart> parts = new ArrayList<>();
        for (Block block : blocks) {
            switch (block) {
                case Block.Part(ContentPart.Text text)
                when !parts.isEmpty() -> parts.add(new ContentPart.Text("\n" + text.text(), text.cache()));
                case Block.Part(ContentPart part) -> parts.add(part);
                case Block.Call ignored -> translation.cannotHave(path);
                case Block.Result ignored -> translation.cannotHave(path);
            }
        }
        return parts;
    }

    private List<ChatMessage> message(JsonBody body) {
        Supplier<String> role = body.required("role", RequestReader.text());
        Supplier<List<Block>> content = body.required("content", this::blocks);
        body.check();
        translation.canOmitUnread(body);
        return switch (role.get()) {
            case "user" -> user(content.get());
            case "assistant" -> assistant(content.get());
            case "system" -> {
                String path = body.path("content");
                yield List.of(new ChatMessage.Instruction(translation.texts(parts(content.get(), path), path)));
            }
            default -> {
                translation.canOmit(body.path("role"));
                yield user(content.get());
            }
        };
    }

    /** The results of calls come first, as in other protocols. */
    private static List<ChatMessage> user(List<Block> blocks) {
        List<ChatMessage> messages = new ArrayList<>();
        List<ContentPart> parts = new ArrayList<>();
        for (Block block : blocks) {
            switch (block) {
                case Block.Part(ContentPart part) -> parts.add(part);
                case Block.Result(ChatMessage.ToolResult result) -> messages.add(result);
                case Block.Call ignored -> {}
            }
        }
        if (!parts.isEmpty() || messages.isEmpty()) {
            messages.add(new ChatMessage.User(parts));
        }
        return messages;
    }

    private static List<ChatMessage> assistant(List<Block> blocks) {
        StringBuilder words = new StringBuilder();
        List<ToolCall> calls = new ArrayList<>();
        Optional<CacheBreakpoint> last = Optional.empty();
        for (Block block : blocks) {
            switch (block) {
                case Block.Part(ContentPart.Text(String text, Optional<CacheBreakpoint> cache)) -> {
                    words.append(text);
                    last = cache.isPresent() ? cache : last;
                }
                case Block.Call(ToolCall call, Optional<CacheBreakpoint> cache) -> {
                    calls.add(call);
                    last = cache.isPresent() ? cache : last;
                }
                case Block.Part ignored -> {}
                case Block.Result ignored -> {}
            }
        }
        return List.of(new ChatMessage.Assistant(words.toString(), calls, last));
    }

    private List<Block> blocks(JsonNode node, String path) {
        if (node.isTextual()) {
            return List.of(
                    new Block.Part(new ContentPart.Text(RequestReader.text().read(node, path))));
        }
        if (!node.isArray()) {
            throw Refusal.invalid(path, "must be a string or an array of blocks");
        }
        return RequestReader.list(RequestReader.object(this::block), MOST_BLOCKS).read(node, path).stream()
                .flatMap(Optional::stream)
                .toList();
    }

    /** Empty for a block without a translation. */
    private Optional<Block> block(JsonBody body) {
        return switch (body.checked("type", RequestReader.text())) {
            case "text" -> Optional.of(new Block.Part(text(body)));
            case "image" -> media(body, ContentPart.Kind.PICTURE);
            case "document" -> media(body, ContentPart.Kind.FILE);
            case "tool_use" -> Optional.of(call(body));
            case "tool_result" -> Optional.of(result(body));
            case "thinking", "redacted_thinking" -> {
                translation.canOmitUnread(body, "signature");
                yield Optional.empty();
            }
            case "search_result" -> Optional.of(new Block.Part(searchResult(body)));
            case "container_upload", "video", "audio" -> translation.cannotHave(body.path("type"));
            default -> translation.canOmit(body.path("type"));
        };
    }

    private ContentPart searchResult(JsonBody body) {
        Supplier<String> title = body.required("title", RequestReader.text());
        Supplier<String> source = body.required("source", RequestReader.text());
        Supplier<List<ContentPart.Text>> content = body.required("content", this::texts);
        Supplier<Optional<CacheBreakpoint>> cache = translation.cacheControl(body);
        body.check();
        translation.canOmitUnread(body);
        String text = title.get() + "\n" + source.get() + "\n" + ContentPart.joinedText(content.get());
        return new ContentPart.Text(text, cache.get());
    }

    private ContentPart text(JsonBody body) {
        Supplier<Optional<CacheBreakpoint>> cache = translation.cacheControl(body);
        translation.canOmitUnread(body, "text");
        return new ContentPart.Text(body.checked("text", RequestReader.text()), cache.get());
    }

    private Block call(JsonBody body) {
        Supplier<Optional<CacheBreakpoint>> cache = translation.cacheControl(body);
        Supplier<String> id = body.required("id", RequestReader.text());
        Supplier<String> name = body.required("name", RequestReader.text());
        Supplier<Map<String, Object>> input = body.required("input", RequestReader.dataObject());
        body.check();
        translation.canOmitUnread(body);
        tools.put(id.get(), name.get());
        return new Block.Call(new ToolCall(id.get(), name.get(), new ToolArguments.Parsed(input.get())), cache.get());
    }

    private Block result(JsonBody body) {
        Supplier<String> id = body.required("tool_use_id", RequestReader.text(this::requireCalled));
        Supplier<List<ContentPart>> content = body.optional("content", this::parts, List.of());
        Supplier<Optional<CacheBreakpoint>> cache = translation.cacheControl(body);
        body.check();
        translation.canOmitUnread(body);
        String tool = tools.getOrDefault(id.get(), "");
        List<ContentPart> parts = new ArrayList<>(content.get());
        if (cache.get().isPresent()) {
            parts.add(new ContentPart.Text("", cache.get()));
        }
        return new Block.Result(new ChatMessage.ToolResult(id.get(), tool, parts));
    }

    private String requireCalled(String id) {
        if (!tools.containsKey(id)) {
            throw Refusal.invalid("tool_use_id", "must be the id of one of the tool_use blocks before it");
        }
        return id;
    }

    private Optional<Block> media(JsonBody body, ContentPart.Kind kind) {
        Supplier<Optional<String>> title = body.optional("title", RequestReader.text());
        Supplier<Optional<CacheBreakpoint>> cache = translation.cacheControl(body);
        Supplier<Optional<ContentPart>> media =
                body.required("source", RequestReader.object(source -> source(source, kind, title.get())));
        body.check();
        translation.canOmitUnread(body);
        return media.get().map(part -> new Block.Part(part.with(cache.get())));
    }

    private Optional<ContentPart> source(JsonBody body, ContentPart.Kind kind, Optional<String> title) {
        return switch (body.checked("type", RequestReader.text())) {
            case "base64" -> {
                String mediaType = body.checked("media_type", RequestReader.text());
                yield Optional.of(media(body, "data", kind, title, data -> new MediaSource.Inline(mediaType, data)));
            }
            case "url" -> Optional.of(media(body, "url", kind, title, MediaSource::parse));
            case "text" -> Optional.of(media(body, "data", kind, title, Blocks::text));
            default -> translation.cannotHave(body.path("type"));
        };
    }

    private static ContentPart media(
            JsonBody body,
            String field,
            ContentPart.Kind kind,
            Optional<String> title,
            Function<CharSequence, MediaSource> source) {
        return body.checked(
                field, RequestReader.characters(text -> new ContentPart.Media(kind, source.apply(text), title)));
    }

    private static MediaSource text(CharSequence text) {
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        return new MediaSource.Inline("text/plain", Base64.getEncoder().encodeToString(bytes));
    }
}
