package dev.guildhall.wire.gemini;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.ContentPart;
import dev.guildhall.ports.completion.MediaSource;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.completion.Translation;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Reads the contents of a conversation and their parts. Confined to one body. */
final class Contents {
    private static final int MOST_CONTENTS = 100_000;
    private static final int MOST_PARTS = 10_000;
    private static final Set<String> ROLES = Set.of("user", "model", "function");
    private static final List<String> KINDS = List.of(
            "text",
            "inlineData",
            "fileData",
            "functionCall",
            "functionResponse",
            "executableCode",
            "codeExecutionResult");

    /** The fields of a result that have its text alone, as Google's own clients send it. */
    private static final Set<String> OF_RESULT = Set.of("output", "result", "error");

    private sealed interface Part {
        record Of(ContentPart part) implements Part {}

        record Call(ToolCall call) implements Part {}

        record Result(ChatMessage.ToolResult result) implements Part {}
    }

    private final Translation translation;
    private final List<ToolCall> unanswered = new ArrayList<>();
    private final List<ToolCall> answered = new ArrayList<>();
    private int calls;

    Contents(Translation translation) {
        this.translation = translation;
    }

    List<ChatMessage> messages(JsonNode node, String path) {
        if (!node.isArray() || node.isEmpty()) {
            throw Refusal.invalid(path, "must be a non-empty array of {role, parts}");
        }
        RequestReader<List<List<ChatMessage>>> list =
                RequestReader.list(RequestReader.object(this::message), MOST_CONTENTS);
        return list.read(node, path).stream().flatMap(List::stream).toList();
    }

    /** The texts of an instruction, each on a line of its own. */
    List<ContentPart.Text> instruction(JsonNode node, String path) {
        return RequestReader.object(content -> {
                    List<ContentPart> texts = parts(parts(content), content.path("parts"));
                    translation.canOmitUnread(content, "role");
                    return translation.texts(texts, content.path("parts"));
                })
                .read(node, path);
    }

    private List<Part> parts(JsonBody content) {
        Supplier<List<Optional<Part>>> parts =
                content.optional("parts", RequestReader.list(RequestReader.object(this::part), MOST_PARTS), List.of());
        content.check();
        return parts.get().stream().flatMap(Optional::stream).toList();
    }

    private List<ContentPart> parts(List<Part> parts, String path) {
        List<ContentPart> all = new ArrayList<>();
        for (Part part : parts) {
            switch (part) {
                case Part.Of(ContentPart.Text text)
                when !all.isEmpty() -> all.add(new ContentPart.Text("\n" + text.text()));
                case Part.Of(ContentPart of) -> all.add(of);
                case Part.Call ignored -> translation.cannotHave(path);
                case Part.Result ignored -> translation.cannotHave(path);
            }
        }
        return all;
    }

    private List<ChatMessage> message(JsonBody body) {
        Supplier<String> role = body.optional("role", RequestReader.text(), "user");
        List<Part> parts = parts(body);
        body.check();
        translation.canOmitUnread(body);
        if (!ROLES.contains(role.get())) {
            translation.canOmit(body.path("role"));
        }
        return role.get().equals("model") ? List.of(model(parts)) : user(parts);
    }

    /** The results of calls come first, as in other protocols. */
    private static List<ChatMessage> user(List<Part> parts) {
        List<ChatMessage> messages = new ArrayList<>();
        List<ContentPart> said = new ArrayList<>();
        for (Part part : parts) {
            switch (part) {
                case Part.Of(ContentPart.Text text)
                when !said.isEmpty() -> said.add(new ContentPart.Text("\n" + text.text()));
                case Part.Of(ContentPart of) -> said.add(of);
                case Part.Result(ChatMessage.ToolResult result) -> messages.add(result);
                case Part.Call ignored -> {}
            }
        }
        if (!said.isEmpty() || messages.isEmpty()) {
            messages.add(new ChatMessage.User(said));
        }
        return messages;
    }

    private static ChatMessage model(List<Part> parts) {
        StringBuilder words = new StringBuilder();
        List<ToolCall> calls = new ArrayList<>();
        for (Part part : parts) {
            switch (part) {
                case Part.Of(ContentPart.Text text) -> words.append(text.text());
                case Part.Call(ToolCall call) -> calls.add(call);
                case Part.Of ignored -> {}
                case Part.Result ignored -> {}
            }
        }
        return new ChatMessage.Assistant(words.toString(), calls);
    }

    /** Empty for a part without a translation, and for earlier reasoning, which only its own model reads. */
    private Optional<Part> part(JsonBody body) {
        Supplier<Boolean> thought = body.optional("thought", RequestReader.flag(), false);
        body.check();
        String kind = KINDS.stream()
                .filter(name -> body.has(FieldNames.in(body, name)))
                .findFirst()
                .orElse("");
        String field = FieldNames.in(body, kind);
        Optional<Part> part = switch (kind) {
            case "text" -> {
                String text = body.checked(field, RequestReader.text());
                yield thought.get() ? Optional.empty() : Optional.of(new Part.Of(new ContentPart.Text(text)));
            }
            case "inlineData" -> Optional.of(new Part.Of(body.checked(field, RequestReader.object(this::inline))));
            case "fileData" -> body.checked(field, RequestReader.object(this::file));
            case "functionCall" -> Optional.of(new Part.Call(body.checked(field, RequestReader.object(this::call))));
            case "functionResponse" -> body.checked(field, RequestReader.object(this::result));
            default -> Optional.empty();
        };
        translation.canOmitUnread(body, "thoughtSignature", "thought_signature");
        return part;
    }

    private ContentPart inline(JsonBody data) {
        String type = data.checked(FieldNames.in(data, "mimeType"), RequestReader.text());
        Supplier<Optional<String>> name = data.optional(FieldNames.in(data, "displayName"), RequestReader.text());
        data.check();
        ContentPart media = data.checked(
                "data",
                RequestReader.characters(
                        text -> new ContentPart.Media(kind(type), new MediaSource.Inline(type, text), name.get())));
        translation.canOmitUnread(data);
        return media;
    }

    private static ContentPart.Kind kind(String type) {
        if (type.startsWith("image/")) {
            return ContentPart.Kind.PICTURE;
        }
        return type.startsWith("audio/") ? ContentPart.Kind.SOUND : ContentPart.Kind.FILE;
    }

    /** A file that is not at a public address is one of the provider's own. */
    private Optional<Part> file(JsonBody data) {
        Supplier<String> type = data.optional(FieldNames.in(data, "mimeType"), RequestReader.text(), "");
        String field = FieldNames.in(data, "fileUri");
        String uri = data.checked(field, RequestReader.text());
        translation.canOmitUnread(data);
        if (!uri.startsWith("https://") || uri.startsWith("https://generativelanguage.googleapis.com/")) {
            return translation.cannotHave(data.path(field));
        }
        MediaSource address = data.checked(field, RequestReader.characters(MediaSource::parse));
        return Optional.of(new Part.Of(new ContentPart.Media(kind(type.get()), address, Optional.empty())));
    }

    private ToolCall call(JsonBody body) {
        Supplier<Optional<String>> id = body.optional("id", RequestReader.text());
        Supplier<String> name = body.required("name", RequestReader.text());
        Supplier<Map<String, Object>> arguments = body.optional("args", RequestReader.dataObject(), Map.of());
        body.check();
        translation.canOmitUnread(body);
        ToolCall call = new ToolCall(
                id.get().filter(some -> !some.isBlank()).orElse("call_" + ++calls),
                name.get(),
                new ToolArguments.Parsed(arguments.get()));
        unanswered.add(call);
        return call;
    }

    /**
     * The call is the one of that id, or the first of that name without a result. A further result of a call, which Google's
     * own client sends when it resumes a session, is left out.
     */
    private Optional<Part> result(JsonBody body) {
        Supplier<Optional<String>> id = body.optional("id", RequestReader.text());
        Supplier<String> name = body.required("name", RequestReader.text());
        Supplier<Map<String, Object>> response = body.optional("response", RequestReader.dataObject(), Map.of());
        Supplier<List<Part>> further = body.optional(
                "parts",
                (node, path) ->
                        RequestReader.list(RequestReader.object(this::part), MOST_PARTS).read(node, path).stream()
                                .flatMap(Optional::stream)
                                .toList(),
                List.of());
        body.check();
        translation.canOmitUnread(body, "willContinue", "will_continue", "scheduling");
        Predicate<ToolCall> named = id.get().filter(this::isCalled).isPresent()
                ? call -> id.get().filter(call.id()::equals).isPresent()
                : call -> call.tool().equals(name.get());
        Optional<ToolCall> open = unanswered.stream().filter(named).findFirst();
        if (open.isEmpty() && answered.stream().noneMatch(named)) {
            throw Refusal.invalid(body.path("name"), "must be the name of a functionCall before it");
        }
        if (open.isEmpty()) {
            return translation.canOmit(body.path("response"));
        }
        ToolCall call = open.get();
        unanswered.remove(call);
        answered.add(call);
        List<ContentPart> parts = new ArrayList<>();
        parts.add(new ContentPart.Text(text(response.get())));
        parts.addAll(parts(further.get(), body.path("parts")));
        return Optional.of(new Part.Result(new ChatMessage.ToolResult(call.id(), call.tool(), parts)));
    }

    private boolean isCalled(String id) {
        return Stream.concat(unanswered.stream(), answered.stream())
                .anyMatch(call -> call.id().equals(id));
    }

    private static String text(Map<String, Object> response) {
        return response.size() == 1
                        && OF_RESULT.contains(response.keySet().iterator().next())
                        && response.values().iterator().next() instanceof String text
                ? text
                : Json.text(response);
    }
}
