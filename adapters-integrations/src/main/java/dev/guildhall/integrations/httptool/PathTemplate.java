package dev.guildhall.integrations.httptool;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A path with placeholders, for example <code>/repos/{owner}/{repo}</code>. A value stays within one segment:
 * characters with a meaning in an address are percent-encoded, and a segment that would become {@code .} or {@code ..}
 * is refused, because servers and clients resolve those even when they are encoded (WHATWG URL, 4.4).
 */
public final class PathTemplate {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([^{}/]*)}");
    private static final Pattern LITERAL = Pattern.compile("(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})*");
    private static final Pattern DOTS = Pattern.compile("(?:\\.|%2[Ee]){1,2}");

    private final List<List<Piece>> segments;

    /** A literal, or the name of a placeholder. */
    private record Piece(String text, boolean isPlaceholder) {}

    private PathTemplate(List<List<Piece>> segments) {
        this.segments = segments;
    }

    /**
     * The fault of a template; empty when it is valid.
     *
     * @param template begins with a slash, or is empty
     */
    public static Optional<String> fault(String template) {
        if (!template.isEmpty() && !template.startsWith("/")) {
            return Optional.of("must begin with /");
        }
        String[] parts = template.split("/", -1);
        for (int i = 1; i < parts.length; i++) {
            String bare = PLACEHOLDER.matcher(parts[i]).replaceAll("");
            if (!LITERAL.matcher(bare).matches()) {
                return Optional.of("has a character that is not allowed in a path, or an unmatched brace");
            }
            if (DOTS.matcher(parts[i]).matches() || (parts[i].isEmpty() && i < parts.length - 1)) {
                return Optional.of("must not have segments that are empty, . or ..");
            }
        }
        return placeholders(template).contains("") ? Optional.of("has a placeholder without a name") : Optional.empty();
    }

    /** The names of a template's placeholders, in their order. */
    public static Set<String> placeholders(String template) {
        Set<String> names = new LinkedHashSet<>();
        PLACEHOLDER.matcher(template).results().forEach(match -> names.add(match.group(1)));
        return names;
    }

    /**
     * Parses a template.
     *
     * @throws IllegalArgumentException when it has a {@link #fault}
     */
    public static PathTemplate of(String template) {
        fault(template).ifPresent(fault -> {
            throw new IllegalArgumentException("the path " + template + " " + fault);
        });
        String[] parts = template.split("/", -1);
        List<List<Piece>> segments = new ArrayList<>();
        for (int i = 1; i < parts.length; i++) {
            segments.add(pieces(parts[i]));
        }
        return new PathTemplate(List.copyOf(segments));
    }

    private static List<Piece> pieces(String segment) {
        List<Piece> pieces = new ArrayList<>();
        Matcher matcher = PLACEHOLDER.matcher(segment);
        int done = 0;
        while (matcher.find()) {
            pieces.add(new Piece(segment.substring(done, matcher.start()), false));
            pieces.add(new Piece(matcher.group(1), true));
            done = matcher.end();
        }
        pieces.add(new Piece(segment.substring(done), false));
        return List.copyOf(pieces);
    }

    /**
     * The path, percent-encoded.
     *
     * @param values a text for each placeholder
     */
    String expand(Map<String, String> values) throws ArgumentFault {
        StringBuilder path = new StringBuilder();
        for (List<Piece> segment : segments) {
            path.append('/').append(expand(segment, values));
        }
        return path.toString();
    }

    private static String expand(List<Piece> segment, Map<String, String> values) throws ArgumentFault {
        StringBuilder out = new StringBuilder();
        String last = "path";
        for (Piece piece : segment) {
            if (piece.isPlaceholder()) {
                last = piece.text();
                out.append(PercentEncoding.of(required(last, values)));
            } else {
                out.append(piece.text());
            }
        }
        if (DOTS.matcher(out).matches()) {
            throw new ArgumentFault(last, "must not be . or .., which would lead to another path");
        }
        return out.toString();
    }

    private static String required(String name, Map<String, String> values) throws ArgumentFault {
        String value = values.getOrDefault(name, "");
        if (value.isEmpty()) {
            throw new ArgumentFault(name, "is required in the path and must not be empty");
        }
        if (value.chars().anyMatch(c -> c < ' ' || c == 0x7f)) {
            throw new ArgumentFault(name, "must not contain control characters");
        }
        return value;
    }
}
