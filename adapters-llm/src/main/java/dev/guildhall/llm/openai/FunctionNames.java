package dev.guildhall.llm.openai;

import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ToolCall;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/**
 * The names of one request's tools as providers allow them: they forbid dots and more than {@value
 * Limits#FUNCTION_NAME} characters, so {@code builtin.calculate} becomes {@code builtin__calculate}. A name that is too
 * long, or that another tool has already, ends in a digest of the true one. For one request; not thread-safe.
 */
final class FunctionNames {
    private static final int DIGEST_BYTES = 4;

    private final Map<String, String> wireByTool = new HashMap<>();
    private final Map<String, String> toolByWire = new HashMap<>();

    private FunctionNames() {}

    /** The names of the offered tools and of those that were called before. */
    static FunctionNames of(CompletionRequest request) {
        FunctionNames names = new FunctionNames();
        request.tools().forEach(tool -> names.toWire(tool.name().value()));
        for (ChatMessage message : request.messages()) {
            if (message instanceof ChatMessage.Assistant assistant) {
                assistant.toolCalls().stream().map(ToolCall::tool).forEach(names::toWire);
            }
        }
        return names;
    }

    /** The provider's name for a tool. */
    String toWire(String tool) {
        return wireByTool.computeIfAbsent(tool, name -> {
            String plain = name.replace(".", "__").replaceAll("[^A-Za-z0-9_-]", "_");
            boolean usable =
                    !plain.isEmpty() && plain.length() <= Limits.FUNCTION_NAME && !toolByWire.containsKey(plain);
            String wire = usable ? plain : withDigest(plain, name);
            toolByWire.put(wire, name);
            return wire;
        });
    }

    /** The tool that the provider means; a name that was never offered is read the way back as well as can be. */
    String toTool(String wire) {
        String known = toolByWire.get(wire);
        return known != null ? known : wire.replace("__", ".");
    }

    private static String withDigest(String plain, String name) {
        String suffix = "_" + digest(name);
        return plain.substring(0, Math.min(plain.length(), Limits.FUNCTION_NAME - suffix.length())) + suffix;
    }

    private static String digest(String name) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, DIGEST_BYTES);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
