package dev.guildhall.integrations.icon;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An icon as a server of the Model Context Protocol lists it (2025-11-25, schema, {@code Icon}).
 *
 * @param src its address, or a data address that contains it
 * @param mimeType what the server says that it is; absent when it says nothing
 * @param size the longest side of its largest size in pixels; absent when it fits any size or names none
 */
public record Icon(String src, Optional<String> mimeType, Optional<Integer> size) {
    private static final Pattern SIZE = Pattern.compile("([1-9][0-9]{0,4})x([1-9][0-9]{0,4})");

    /** The icons in the member {@code icons} of what a server sent; those in another form are ignored. */
    public static List<Icon> of(@Nullable Object icons) {
        List<Icon> known = new ArrayList<>();
        if (icons instanceof List<?> list) {
            list.stream().limit(IconLimits.LISTED).forEach(icon -> {
                if (icon instanceof Map<?, ?> members && members.get("src") instanceof String src && !src.isBlank()) {
                    known.add(new Icon(src.strip(), type(members.get("mimeType")), size(members.get("sizes"))));
                }
            });
        }
        return known;
    }

    private static Optional<String> type(@Nullable Object written) {
        return written instanceof String text && !text.isBlank() ? Optional.of(text) : Optional.empty();
    }

    private static Optional<Integer> size(@Nullable Object written) {
        return written instanceof List<?> sizes
                ? sizes.stream()
                        .limit(IconLimits.LISTED)
                        .flatMap(size -> longest(String.valueOf(size)).stream())
                        .max(Integer::compare)
                : Optional.empty();
    }

    private static Optional<Integer> longest(String size) {
        Matcher matcher = SIZE.matcher(size);
        return matcher.matches()
                ? Optional.of(Math.max(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2))))
                : Optional.empty();
    }
}
