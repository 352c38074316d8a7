package dev.guildhall.http.completion;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.json.JsonBody;
import dev.guildhall.http.json.RequestReader;
import dev.guildhall.ports.completion.ContentPart;
import dev.guildhall.ports.completion.MediaSource;
import dev.guildhall.ports.problem.Refusal;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Reads the content of messages: one text, or a list of parts. Confined to one body. */
public final class ContentParts {
    private static final int MOST = 1_000;

    private final Translation translation;
    private final RequestReader<List<Optional<ContentPart>>> list;

    /** @param translation receives what the parts do not contain */
    public ContentParts(Translation translation) {
        this.translation = translation;
        this.list = RequestReader.list(RequestReader.object(this::part), MOST);
    }

    /** The parts; those of unknown types are left out. */
    public List<ContentPart> read(JsonNode node, String path) {
        if (node.isTextual()) {
            return List.of(new ContentPart.Text(RequestReader.text().read(node, path)));
        }
        if (!node.isArray() || node.isEmpty()) {
            throw Refusal.invalid(path, "must be a string or a non-empty array of parts");
        }
        return list.read(node, path).stream().flatMap(Optional::stream).toList();
    }

    /** The texts of the parts, joined without a separator. */
    public String text(JsonNode node, String path) {
        return read(node, path).stream()
                .map(part -> switch (part) {
                    case ContentPart.Text(String text) -> text;
                    case ContentPart.Media ignored -> {
                        translation.cannotHave(path);
                        yield "";
                    }
                })
                .collect(Collectors.joining());
    }

    private Optional<ContentPart> part(JsonBody body) {
        Supplier<Function<JsonBody, Optional<ContentPart>>> type =
                body.required("type", RequestReader.text(this::ofType));
        body.check();
        return type.get().apply(body);
    }

    private Function<JsonBody, Optional<ContentPart>> ofType(String type) {
        return switch (type) {
            case "text", "refusal" ->
                body -> Optional.of(new ContentPart.Text(field(body, type, RequestReader.text())));
            case "image_url" -> body -> Optional.of(field(body, type, RequestReader.object(ContentParts::picture)));
            case "input_audio" -> body -> Optional.of(field(body, type, RequestReader.object(ContentParts::sound)));
            case "file" -> body -> field(body, type, RequestReader.object(this::file));
            default ->
                body -> {
                    body.required("type", translation.never());
                    return Optional.empty();
                };
        };
    }

    private static <T> T field(JsonBody body, String name, RequestReader<T> reader) {
        Supplier<T> value = body.required(name, reader);
        body.check();
        return value.get();
    }

    private static ContentPart picture(JsonBody body) {
        return field(body, "url", RequestReader.characters(url -> ContentPart.Media.of(ContentPart.Kind.PICTURE, url)));
    }

    private static ContentPart sound(JsonBody body) {
        Supplier<String> format = body.required("format", RequestReader.text(ContentParts::requireFormat));
        body.check();
        return field(
                body,
                "data",
                RequestReader.characters(data -> new ContentPart.Media(
                        ContentPart.Kind.SOUND,
                        new MediaSource.Inline("audio/" + format.get(), data),
                        Optional.empty())));
    }

    private static String requireFormat(String format) {
        if (!format.matches("[a-z0-9]{1,20}")) {
            throw Refusal.invalid("format", "must be a format such as wav or mp3");
        }
        return format;
    }

    /** A file that a provider already has can be sent only to that provider. */
    private Optional<ContentPart> file(JsonBody body) {
        Supplier<Optional<Boolean>> id = body.optional("file_id", translation.never());
        Supplier<Optional<String>> name = body.optional("filename", RequestReader.text());
        RequestReader<ContentPart> data = RequestReader.characters(
                url -> new ContentPart.Media(ContentPart.Kind.FILE, MediaSource.parse(url), name.get()));
        Supplier<Optional<ContentPart>> content = body.optional("file_data", data);
        body.check();
        if (id.get().isPresent() || content.get().isPresent()) {
            return content.get();
        }
        return Optional.of(field(body, "file_data", data));
    }
}
