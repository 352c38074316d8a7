package dev.guildhall.wire.openai;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.ContentPart;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.completion.Translation;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Reads the input of a request to {@code responses}: one text, or a list of items. Confined to one body. */
final class InputItems {
    private static final int MOST_ITEMS = 10_000;
    private static final int MOST_PARTS = 1_000;

    private final Translation translation;
    private final ToolForms forms;
    private final Map<String, String> tools = new HashMap<>();

    /** @param forms the tools of the body */
    InputItems(Translation translation, ToolForms forms) {
        this.translation = translation;
        this.forms = forms;
    }

    List<ChatMessage> read(JsonNode node, String path) {
        if (node.isTextual()) {
            return List.of(new ChatMessage.User(RequestReader.text().read(node, path)));
        }
        if (!node.isArray() || node.isEmpty()) {
            throw Refusal.invalid(path, "must be a string or a non-empty array of items");
        }
        RequestReader<List<Optional<ChatMessage>>> list =
                RequestReader.list(RequestReader.object(this::item), MOST_ITEMS);
        return withoutSplitCalls(list.read(node, path));
    }

    /** The calls of one answer are items of their own here, and parts of one message in other protocols. */
    private static List<ChatMessage> withoutSplitCalls(List<Optional<ChatMessage>> items) {
        List<ChatMessage> messages = new ArrayList<>();
        for (ChatMessage message : items.stream().flatMap(Optional::stream).toList()) {
            if (message instanceof ChatMessage.Assistant call
                    && call.content().isEmpty()
                    && !messages.isEmpty()
                    && messages.getLast() instanceof ChatMessage.Assistant before) {
                List<ToolCall> all = new ArrayList<>(before.toolCalls());
                all.addAll(call.toolCalls());
                messages.set(messages.size() - 1, new ChatMessage.Assistant(before.content(), all));
            } else {
                messages.add(message);
            }
        }
        return messages;
    }

    private Optional<ChatMessage> item(JsonBody body) {
        Supplier<String> type = body.optional("type", RequestReader.text(), "message");
        body.check();
        return switch (type.get()) {
            case "message" -> Optional.of(message(body));
            case "function_call" -> Optional.of(call(body, "arguments", CallFields::arguments));
            case "custom_tool_call" -> Optional.of(call(body, "input", ToolForms::arguments));
            case "function_call_output", "custom_tool_call_output" -> Optional.of(result(body));
            case "item_reference" -> translation.cannotHave(body.path("type"));
            case "reasoning" -> {
                translation.canOmitUnread(body, "id", "status", "content", "encrypted_content");
                yield Optional.empty();
            }
            default -> translation.canOmit(body.path("type"));
        };
    }

    private ChatMessage message(JsonBody body) {
        String role = body.checked("role", RequestReader.text());
        translation.canOmitUnread(body, "id", "status", "content");
        return switch (role) {
            case "user" -> new ChatMessage.User(body.checked("content", this::parts));
            case "assistant" -> new ChatMessage.Assistant(ContentPart.joinedText(body.checked("content", this::texts)));
            case "system", "developer" -> new ChatMessage.Instruction(body.checked("content", this::texts));
            default -> {
                translation.canOmit(body.path("role"));
                yield new ChatMessage.User(body.checked("content", this::parts));
            }
        };
    }

    /** @param field the member that contains the arguments */
    private ChatMessage call(JsonBody body, String field, Function<String, ToolArguments> reader) {
        Supplier<String> id = body.required("call_id", RequestReader.text());
        Supplier<String> name = body.required("name", RequestReader.text());
        Supplier<Optional<String>> namespace = body.optional("namespace", RequestReader.text());
        Supplier<String> arguments = body.required(field, RequestReader.text());
        body.check();
        translation.canOmitUnread(body, "id", "status");
        String offered = forms.offered(name.get(), namespace.get());
        tools.put(id.get(), offered);
        return new ChatMessage.Assistant("", List.of(new ToolCall(id.get(), offered, reader.apply(arguments.get()))));
    }

    private ChatMessage result(JsonBody body) {
        Supplier<String> id = body.required("call_id", RequestReader.text(this::requireCalled));
        Supplier<List<ContentPart>> output = body.required("output", this::parts);
        body.check();
        translation.canOmitUnread(body, "id", "status");
        return new ChatMessage.ToolResult(id.get(), tools.getOrDefault(id.get(), ""), output.get());
    }

    private String requireCalled(String id) {
        if (!tools.containsKey(id)) {
            throw Refusal.invalid("call_id", "must be the call_id of one of the calls before it");
        }
        return id;
    }

    private List<ContentPart> parts(JsonNode node, String path) {
        if (node.isTextual()) {
            return List.of(new ContentPart.Text(RequestReader.text().read(node, path)));
        }
        if (!node.isArray()) {
            throw Refusal.invalid(path, "must be a string or an array of parts");
        }
        RequestReader<List<Optional<ContentPart>>> list =
                RequestReader.list(RequestReader.object(this::part), MOST_PARTS);
        return list.read(node, path).stream().flatMap(Optional::stream).toList();
    }

    private Optional<ContentPart> part(JsonBody body) {
        Optional<ContentPart> part = switch (body.checked("type", RequestReader.text())) {
            case "input_text", "output_text", "text" -> Optional.of(text(body, "text"));
            case "refusal" -> Optional.of(text(body, "refusal"));
            case "input_image" -> media(body, "image_url", ContentPart.Kind.PICTURE);
            case "input_file" -> file(body);
            case "input_audio", "input_video", "computer_screenshot" -> translation.cannotHave(body.path("type"));
            default -> translation.canOmit(body.path("type"));
        };
        // Annotations and probabilities belong to the text of an earlier answer, not to what it says.
        translation.canOmitUnread(body, "annotations", "logprobs");
        return part;
    }

    private static ContentPart text(JsonBody body, String field) {
        return new ContentPart.Text(body.checked(field, RequestReader.text()));
    }

    private Optional<ContentPart> file(JsonBody body) {
        Supplier<Optional<String>> address = body.optional("file_url", RequestReader.text());
        return media(body, address.get().isPresent() ? "file_url" : "file_data", ContentPart.Kind.FILE);
    }

    private Optional<ContentPart> media(JsonBody body, String field, ContentPart.Kind kind) {
        return ContentParts.media(translation, body, field, kind, Optional.empty());
    }

    private List<ContentPart.Text> texts(JsonNode node, String path) {
        return translation.texts(parts(node, path), path);
    }
}
