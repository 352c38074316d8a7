package dev.guildhall.wire.completion;

import dev.guildhall.ports.completion.CacheBreakpoint;
import dev.guildhall.ports.completion.ContentPart;
import dev.guildhall.ports.completion.DecodingOptions;
import dev.guildhall.ports.completion.FunctionOffer;
import dev.guildhall.ports.completion.FunctionSpec;
import dev.guildhall.ports.completion.OriginalRequest;
import dev.guildhall.ports.completion.Protocol;
import dev.guildhall.ports.completion.ToolChoice;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The fields of one body that the request to a model of another protocol does not contain. Confined to its body. */
public final class Translation {
    private final List<String> untranslated = new ArrayList<>();
    private final List<String> leftOut = new ArrayList<>();
    private final Set<String> omittedTools = new HashSet<>();

    /**
     * A field that changes the answer.
     *
     * @return empty, for what has no translation
     */
    public <T> Optional<T> cannotHave(String path) {
        untranslated.add(path);
        return Optional.empty();
    }

    /**
     * A field that only tunes the answer, or that is not known here.
     *
     * @return empty, for what has no translation
     */
    public <T> Optional<T> canOmit(String path) {
        leftOut.add(path);
        return Optional.empty();
    }

    /**
     * Reads the {@code cache_control} of a part, a message or a function from a body that is checked afterwards. One that no
     * provider here has only tunes the answer.
     */
    public Supplier<Optional<CacheBreakpoint>> cacheControl(JsonBody body) {
        RequestReader<JsonBody> fields = RequestReader.object(control -> control);
        Supplier<Optional<Optional<CacheBreakpoint>>> control = body.optional("cache_control", (node, path) -> {
            JsonBody read = fields.read(node, path);
            Supplier<Optional<String>> type = read.optional("type", RequestReader.text());
            Supplier<Optional<String>> ttl = read.optional("ttl", RequestReader.text());
            read.check();
            canOmitUnread(read);
            if (type.get().filter("ephemeral"::equals).isPresent()
                    && ttl.get().stream().allMatch(CacheBreakpoint::isTtl)) {
                return Optional.of(new CacheBreakpoint(ttl.get()));
            }
            return canOmit(path);
        });
        return () -> control.get().flatMap(breakpoint -> breakpoint);
    }

    /** The texts among the parts of a message that has only texts in other protocols; any other part changes the answer. */
    public List<ContentPart.Text> texts(List<ContentPart> parts, String path) {
        List<ContentPart.Text> texts = new ArrayList<>();
        for (ContentPart part : parts) {
            if (part instanceof ContentPart.Text text) {
                texts.add(text);
            } else {
                cannotHave(path);
            }
        }
        return texts;
    }

    /** The fields that were not read until now, apart from these, only tune the answer. */
    public void canOmitUnread(JsonBody body, String... others) {
        leftOut.addAll(body.unread(others));
    }

    /** Reads a field whose other values change the answer. */
    public <T> RequestReader<T> only(T usual, RequestReader<T> reader) {
        return (node, path) -> {
            T value = reader.read(node, path);
            if (!value.equals(usual)) {
                cannotHave(path);
            }
            return value;
        };
    }

    /** Accepts a field of any type that changes the answer. */
    public RequestReader<Boolean> never() {
        return (node, path) -> {
            cannotHave(path);
            return true;
        };
    }

    /**
     * A tool that only providers of the same protocol have.
     *
     * @param name absent where such tools have none
     */
    public void omitTool(JsonBody tool, Optional<String> name) {
        omitTool(tool.path("type"), name.orElse(""));
    }

    /** The same for a tool that a field of this path names. */
    public void omitTool(String path, String name) {
        canOmit(path);
        omittedTools.add(name);
    }

    /** The tools as a model is offered them. A {@code tool_choice} that only an omitted tool fulfils is omitted too. */
    public FunctionOffer offer(List<FunctionSpec> tools, ToolChoice choice, boolean parallel) {
        boolean needsOmitted = switch (choice) {
            case ToolChoice.Required ignored -> tools.isEmpty() && !omittedTools.isEmpty();
            case ToolChoice.Named(String name) -> omittedTools.contains(name);
            case ToolChoice.Auto ignored -> false;
            case ToolChoice.None ignored -> false;
        };
        if (!needsOmitted) {
            return new FunctionOffer(tools, choice, parallel);
        }
        canOmit("tool_choice");
        return new FunctionOffer(tools, new ToolChoice.Auto(), parallel);
    }

    /** Reads an object whose one setting has a name of its own in chat completions. */
    public static JsonBody setting(
            JsonBody object, String field, String nameInChat, List<DecodingOptions.Setting> settings) {
        Supplier<Optional<String>> value = object.optional(field, RequestReader.text());
        object.check();
        value.get().ifPresent(text -> settings.add(new DecodingOptions.Setting(nameInChat, text, object.path(field))));
        return object;
    }

    /** Refuses fields that change the answer, where the model never receives the original. */
    public void requireNothingLeft() {
        untranslated.stream().findFirst().ifPresent(path -> {
            throw Refusal.invalid(path, "is not supported here");
        });
    }

    /**
     * The request as the client sent it, with these fields.
     *
     * @param headers those of the request that belong to the protocol
     */
    public OriginalRequest original(Protocol protocol, ByteBuffer bytes, Map<String, String> headers) {
        return new OriginalRequest(protocol, bytes, headers, untranslated, leftOut);
    }
}
