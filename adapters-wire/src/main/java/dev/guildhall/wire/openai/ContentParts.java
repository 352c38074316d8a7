package dev.guildhall.wire.openai;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.completion.CacheBreakpoint;
import dev.guildhall.ports.completion.ContentPart;
import dev.guildhall.ports.completion.MediaSource;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.completion.Translation;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Reads the content of messages: one text, or a list of parts. Confined to one body. */
public final class ContentParts {
    /** The field of an {@code image_url}. */
    private static final String ADDRESS = "url";

    private static final int MOST = 1_000;
    private static final Set<String> TYPES = Set.of("text", "refusal", "image_url", "input_audio", "file");

    /** The media of further providers, which change the answer; a part of another unknown type does not. */
    private static final Set<String> OTHER_MEDIA =
            Set.of("video_url", "video", "input_video", "audio_url", "input_image", "input_file");

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

    /** The texts; a part that is none changes the answer. */
    public List<ContentPart.Text> texts(JsonNode node, String path) {
        return translation.texts(read(node, path), path);
    }

    private Optional<ContentPart> part(JsonBody body) {
        String type = body.checked("type", RequestReader.text());
        if (!TYPES.contains(type)) {
            String path = body.path("type");
            return OTHER_MEDIA.contains(type) ? translation.cannotHave(path) : translation.canOmit(path);
        }
        Supplier<Optional<CacheBreakpoint>> cache = translation.cacheControl(body);
        body.check();
        translation.canOmitUnread(body, type);
        return switch (type) {
            case "text", "refusal" ->
                Optional.of(new ContentPart.Text(body.checked(type, RequestReader.text()), cache.get()));
            case "image_url" ->
                body.checked(
                        type, RequestReader.object(it -> media(it, ADDRESS, ContentPart.Kind.PICTURE, cache.get())));
            case "input_audio" ->
                Optional.of(body.checked("input_audio", RequestReader.object(this::sound))
                        .with(cache.get()));
            default ->
                body.checked(
                        type, RequestReader.object(it -> media(it, "file_data", ContentPart.Kind.FILE, cache.get())));
        };
    }

    private ContentPart sound(JsonBody body) {
        String format = body.checked("format", RequestReader.text(ContentParts::requireFormat));
        translation.canOmitUnread(body, "data");
        return body.checked(
                "data",
                RequestReader.characters(data -> new ContentPart.Media(
                        ContentPart.Kind.SOUND, new MediaSource.Inline("audio/" + format, data), Optional.empty())));
    }

    private static String requireFormat(String format) {
        if (!format.matches("[a-z0-9]{1,20}")) {
            throw Refusal.invalid("format", "must be a format such as wav or mp3");
        }
        return format;
    }

    private Optional<ContentPart> media(
            JsonBody body, String field, ContentPart.Kind kind, Optional<CacheBreakpoint> cache) {
        Optional<ContentPart> media = media(translation, body, field, kind, cache);
        translation.canOmitUnread(body);
        return media;
    }

    /**
     * Reads a picture or a file. One that a provider already has can be sent only to that provider; an
     * {@code image_url} names none, so that its other fields only tune the answer.
     *
     * @param field has the data or the address
     */
    static Optional<ContentPart> media(
            Translation translation,
            JsonBody body,
            String field,
            ContentPart.Kind kind,
            Optional<CacheBreakpoint> cache) {
        boolean isAddress = field.equals(ADDRESS);
        Supplier<Optional<Boolean>> id = isAddress ? Optional::empty : body.optional("file_id", translation.never());
        Supplier<Optional<String>> name = isAddress ? Optional::empty : body.optional("filename", RequestReader.text());
        Supplier<Optional<String>> detail = body.optional("detail", RequestReader.text());
        RequestReader<ContentPart> reader = RequestReader.characters(url -> new ContentPart.Media(
                kind, MediaSource.parse(url), name.get(), detail.get().filter(ContentPart.Media::isDetail), cache));
        Supplier<Optional<ContentPart>> media = body.optional(field, reader);
        body.check();
        return media.get().isEmpty() && id.get().isEmpty() ? Optional.of(body.checked(field, reader)) : media.get();
    }
}
