package dev.guildhall.ports.completion;

import dev.guildhall.ports.completion.ContentPart.Kind;
import dev.guildhall.ports.completion.ContentPart.Media;
import dev.guildhall.ports.problem.Refusal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The parts of a message as plain values in OpenAI's form, for JSON; without breakpoints of a cache. */
public interface ContentPartData {
    /** The plain values of the parts, in their order. */
    static List<Map<String, Object>> of(List<ContentPart> parts) {
        return parts.stream().map(ContentPartData::of).toList();
    }

    private static Map<String, Object> of(ContentPart part) {
        return switch (part) {
            case ContentPart.Text text -> typed("text", text.text());
            case Media media ->
                switch (media.kind()) {
                    case PICTURE -> typed("image_url", picture(media));
                    case SOUND -> typed("input_audio", sound(media.source()));
                    case FILE -> typed("file", file(media));
                };
        };
    }

    private static Map<String, Object> typed(String type, Object value) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("type", type);
        data.put(type, value);
        return data;
    }

    private static Map<String, Object> picture(Media media) {
        Map<String, Object> picture = new LinkedHashMap<>();
        picture.put("url", media.source().url());
        media.detail().ifPresent(detail -> picture.put("detail", detail));
        return picture;
    }

    private static Map<String, Object> sound(MediaSource source) {
        return switch (source) {
            case MediaSource.Inline(String type, CharSequence base64) ->
                Map.of("data", base64.toString(), "format", type.substring(type.indexOf('/') + 1));
            case MediaSource.Address(String url) -> Map.of("url", url);
        };
    }

    private static Map<String, Object> file(Media media) {
        Map<String, Object> file = new LinkedHashMap<>();
        media.name().ifPresent(name -> file.put("filename", name));
        file.put("file_data", media.source().url());
        return file;
    }

    /**
     * The part of plain values that {@link #of} returned.
     *
     * @throws Refusal with {@code CommonProblem.Invalid} when they are anything else
     */
    static ContentPart part(Map<?, ?> data) {
        return switch (String.valueOf(data.get("type"))) {
            case "text" -> new ContentPart.Text(text(data, "text"));
            case "image_url" -> {
                Map<?, ?> picture = object(data, "image_url");
                yield new Media(
                        Kind.PICTURE,
                        MediaSource.parse(text(picture, "url")),
                        Optional.empty(),
                        Optional.ofNullable(picture.get("detail")).map(String::valueOf),
                        Optional.empty());
            }
            case "input_audio" -> new Media(Kind.SOUND, sound(object(data, "input_audio")), Optional.empty());
            case "file" -> {
                Map<?, ?> file = object(data, "file");
                Optional<String> name =
                        Optional.ofNullable(file.get("filename")).map(String::valueOf);
                yield new Media(Kind.FILE, MediaSource.parse(text(file, "file_data")), name);
            }
            default -> throw Refusal.invalid("type", "must be one of text, image_url, input_audio, file");
        };
    }

    private static MediaSource sound(Map<?, ?> sound) {
        return sound.containsKey("url")
                ? MediaSource.parse(text(sound, "url"))
                : new MediaSource.Inline("audio/" + text(sound, "format"), text(sound, "data"));
    }

    private static Map<?, ?> object(Map<?, ?> data, String name) {
        if (data.get(name) instanceof Map<?, ?> object) {
            return object;
        }
        throw Refusal.invalid(name, "must be an object");
    }

    private static String text(Map<?, ?> data, String name) {
        if (data.get(name) instanceof String text) {
            return text;
        }
        throw Refusal.invalid(name, "must be a string");
    }
}
