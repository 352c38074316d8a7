package dev.guildhall.integrations.httptool;

import java.util.LinkedHashSet;
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
    private static final Pattern LITERAL = Pattern.compile("(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})*+");
    private static final Pattern DOTS = Pattern.compile("(?:\\.|%2[Ee]){1,2}");

    private final String template;

    private PathTemplate(String template) {
        this.template = template;
    }

    /** The fault of a template; empty when it is valid. */
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

    /** Parses a template; throws when it has a {@link #fault}. */
    public static PathTemplate of(String template) {
        fault(template).ifPresent(fault -> {
            throw new IllegalArgumentException("the path " + template + " " + fault);
        });
        return new PathTemplate(template);
    }

    /** The path, percent-encoded. */
    String expand(Map<String, String> values) throws ArgumentFault {
        StringBuilder path = new StringBuilder();
        String[] segments = template.split("/", -1);
        for (int i = 1; i < segments.length; i++) {
            path.append('/').append(segment(segments[i], values));
        }
        return path.toString();
    }

    private static String segment(String segment, Map<String, String> values) throws ArgumentFault {
        Matcher placeholder = PLACEHOLDER.matcher(segment);
        StringBuilder out = new StringBuilder();
        String last = "path";
        while (placeholder.find()) {
            last = placeholder.group(1);
            placeholder.appendReplacement(out, PercentEncoding.of(required(last, values)));
        }
        placeholder.appendTail(out);
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
