package dev.guildhall.wire.completion;

import dev.guildhall.ports.completion.Completion;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** The parts of one answer that are neither text, reasoning nor calls, so that nothing here represents them. Not thread-safe. */
public final class LeftOutParts {
    private static final Pattern TYPE = Pattern.compile("[a-z0-9_.-]{1,50}");
    private static final int MOST_KINDS = 10;

    private final Set<String> kinds = new LinkedHashSet<>();

    public void add(String type) {
        if (kinds.size() < MOST_KINDS) {
            kinds.add(kind(type));
        }
    }

    private static String kind(String type) {
        return switch (type) {
            case "image", "images", "image_url", "output_image" -> "a picture";
            case "audio", "input_audio", "output_audio" -> "a sound";
            case "file" -> "a file";
            default -> TYPE.matcher(type).matches() ? "a part of the type " + type : "a part of an unknown type";
        };
    }

    public List<String> warnings() {
        return kinds.stream().map(Completion::partLeftOut).toList();
    }
}
