package dev.guildhall.ports.tool;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The names of one request's tools in the form that model APIs accept. These forbid dots and more than {@value #MAX}
 * characters, so {@code builtin.calculate} becomes {@code builtin__calculate}. A name that is too long, or that another
 * tool has already, ends in a digest of the tool's name.
 *
 * @param byTool the API name of each tool
 */
public record WireNames(Map<String, String> byTool) {
    /** The most characters that model APIs accept (OpenAI; Anthropic accepts 128). */
    public static final int MAX = 64;

    /** Stands for the tool of a call without a name, which neither clients nor providers accept. */
    public static final String UNNAMED = "unnamed";

    private static final int DIGEST_BYTES = 4;

    public WireNames {
        byTool = Map.copyOf(byTool);
    }

    /** Names for these tools; when two tools would get the same name, the first one gets it. */
    public static WireNames of(Collection<String> tools) {
        Map<String, String> byTool = new HashMap<>();
        Set<String> taken = new HashSet<>();
        for (String tool : tools) {
            if (!byTool.containsKey(tool)) {
                String apiName = apiName(tool, taken);
                byTool.put(tool, apiName);
                taken.add(apiName);
            }
        }
        return new WireNames(byTool);
    }

    /** The API name of a tool; for a tool that was not given it is the name with dots replaced. */
    public String toWire(String tool) {
        return Optional.ofNullable(byTool.get(tool)).orElseGet(() -> apiName(tool, byTool.values()));
    }

    /**
     * The tool with that API name; an unknown API name is converted back as far as possible, and a blank one is
     * {@link #UNNAMED}.
     */
    public String toTool(String apiName) {
        if (apiName.isBlank()) {
            return UNNAMED;
        }
        return byTool.entrySet().stream()
                .filter(entry -> entry.getValue().equals(apiName))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseGet(() -> apiName.replace("__", "."));
    }

    private static String apiName(String tool, Collection<String> taken) {
        String plain = tool.replace(".", "__").replaceAll("[^A-Za-z0-9_-]", "_");
        boolean usable = !plain.isEmpty() && plain.length() <= MAX && !taken.contains(plain);
        return usable ? plain : withDigest(plain, tool);
    }

    private static String withDigest(String plain, String tool) {
        String suffix = "_" + digest(tool);
        return plain.substring(0, Math.min(plain.length(), MAX - suffix.length())) + suffix;
    }

    private static String digest(String tool) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(tool.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, DIGEST_BYTES);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
