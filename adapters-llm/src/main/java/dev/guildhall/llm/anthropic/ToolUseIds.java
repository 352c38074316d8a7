package dev.guildhall.llm.anthropic;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The ids of a conversation's calls as this provider allows them: letters, digits, {@code _} and {@code -}, and none
 * twice. Other providers, who may have answered before, allow more and begin anew in each answer. For one conversation;
 * not thread-safe.
 */
final class ToolUseIds {
    private final Map<String, String> latest = new HashMap<>();
    private final Map<String, Integer> times = new HashMap<>();
    private final Set<String> taken = new HashSet<>();

    /** The id of a call that comes next in the conversation. */
    String begin(String id) {
        String plain = plain(id);
        String free = plain;
        while (taken.contains(free)) {
            free = plain + "_" + times.merge(plain, 2, (latest, ignored) -> latest + 1);
        }
        taken.add(free);
        latest.put(id, free);
        return free;
    }

    /** The id of the latest call that had this one. */
    String of(String id) {
        return latest.getOrDefault(id, plain(id));
    }

    private static String plain(String id) {
        return id.isEmpty() ? "_" : id.replaceAll("[^A-Za-z0-9_-]", "_");
    }
}
