package dev.guildhall.wire.anthropic;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The ids of the calls of a conversation as this provider allows them: letters, digits, {@code _} and {@code -}, each id
 * once. Other providers, which may have written earlier answers, allow more characters and repeat ids in each answer. For
 * one conversation; not thread-safe.
 */
public final class ToolUseIds {
    private final Map<String, String> latest = new HashMap<>();
    private final Map<String, Integer> times = new HashMap<>();
    private final Set<String> taken = new HashSet<>();

    /** The id of the next call in the conversation. */
    public String begin(String id) {
        String plain = plain(id);
        String free = plain;
        while (taken.contains(free)) {
            free = plain + "_" + times.merge(plain, 2, (latest, ignored) -> latest + 1);
        }
        taken.add(free);
        latest.put(id, free);
        return free;
    }

    /** The id of the latest call that originally had this id. */
    public String of(String id) {
        return latest.getOrDefault(id, plain(id));
    }

    private static String plain(String id) {
        return id.isEmpty() ? "_" : id.replaceAll("[^A-Za-z0-9_-]", "_");
    }
}
