package dev.guildhall.ports;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The tools that the server may use on a caller's behalf.
 *
 * @param entries names of tools, and {@code <integration>.*} for all tools of an integration, in the order given; none means
 *     no tool
 */
public record AllowedTools(Set<String> entries) {
    private static final int MAX_NAME = 128;
    private static final int MAX_INTEGRATION = 64;
    private static final String ALL = ".*";
    private static final Pattern NAME = Pattern.compile("[a-z0-9_-]+(\\.[a-z0-9_-]+)+");
    private static final Pattern INTEGRATION = Pattern.compile("[a-z0-9_-]{1," + MAX_INTEGRATION + "}\\.\\*");

    public AllowedTools {
        entries = Collections.unmodifiableSet(new LinkedHashSet<>(entries));
    }

    public AllowedTools(Collection<String> entries) {
        this(new LinkedHashSet<>(entries));
    }

    /** Whether an entry is the name of a tool or {@code <integration>.*}; the tool need not exist. */
    public static boolean isEntry(String text) {
        return text.length() <= MAX_NAME
                && (NAME.matcher(text).matches() || INTEGRATION.matcher(text).matches());
    }

    /** The entry for all tools of an integration. */
    public static String all(String integration) {
        return integration + ALL;
    }

    /** Whether they contain the tool of that name, or with {@code <integration>.*} all tools of that integration. */
    public boolean contains(String entry) {
        int dot = entry.indexOf('.');
        return entries.contains(entry) || (dot > 0 && entries.contains(all(entry.substring(0, dot))));
    }

    /** The tools that both contain: those of the others in their order, then these in the order of their names. */
    public AllowedTools and(Collection<String> others) {
        AllowedTools second = new AllowedTools(others);
        Set<String> both = new LinkedHashSet<>();
        others.stream().filter(this::contains).forEach(both::add);
        entries.stream().filter(second::contains).sorted().forEach(both::add);
        return new AllowedTools(both);
    }

    /** The entries that are names of tools. */
    public Set<String> names() {
        return entries.stream().filter(entry -> !entry.endsWith(ALL)).collect(Collectors.toSet());
    }

    /** The names of the integrations all of whose tools they contain. */
    public Set<String> integrations() {
        return entries.stream()
                .filter(entry -> entry.endsWith(ALL))
                .map(entry -> entry.substring(0, entry.length() - ALL.length()))
                .collect(Collectors.toSet());
    }
}
