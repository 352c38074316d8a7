package dev.guildhall.integrations.mcp.protocol;

import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.tool.ToolName;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The registry names of a server's tools: in lower case, with {@code _} instead of characters that a name may not have.
 * When two names would be equal, or one is too long, a digest of the server's name distinguishes them. The names do not
 * depend on the order in which the tools are listed.
 */
final class ToolNames {
    private static final int DIGEST_BYTES = 4;

    private ToolNames() {}

    /** The registry names by the server's names. */
    static Map<String, ToolName> of(IntegrationName integration, Collection<String> namesAtServer) {
        Map<String, Long> wanted = namesAtServer.stream()
                .map(name -> plain(integration, name))
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        Map<String, ToolName> names = new LinkedHashMap<>();
        Set<String> taken = new HashSet<>();
        // Names that need no change are assigned first.
        for (String name : namesAtServer) {
            String plain = plain(integration, name);
            boolean same = plain.equals(integration + "." + name);
            if (plain.length() <= ToolName.MAX && (same || wanted.getOrDefault(plain, 1L) == 1) && taken.add(plain)) {
                names.put(name, new ToolName(plain));
            }
        }
        for (String name : namesAtServer) {
            String told = toldApart(plain(integration, name), name);
            if (!names.containsKey(name) && taken.add(told)) {
                names.put(name, new ToolName(told));
            }
        }
        return names;
    }

    private static String plain(IntegrationName integration, String name) {
        String action = name.toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9_.-]", "_")
                .replaceAll("(?<![^.])\\.|\\.(?![^.])", "_");
        return integration + "." + action;
    }

    private static String toldApart(String plain, String name) {
        String digest = "-" + digest(name);
        String room = plain.substring(0, Math.min(plain.length(), ToolName.MAX - digest.length()));
        return room + digest;
    }

    private static String digest(String name) {
        try {
            byte[] sha = MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(sha, 0, DIGEST_BYTES);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }
}
