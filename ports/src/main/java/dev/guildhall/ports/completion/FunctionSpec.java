package dev.guildhall.ports.completion;

import dev.guildhall.ports.JsonData;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.ToolSpec;
import java.util.Map;
import java.util.Optional;

/**
 * A function that a model may call: a tool of this server, or a function of the client.
 *
 * @param name unique within one request, 1 to {@value #MAX_NAME} characters; adapters rewrite what their provider does
 *     not allow
 * @param description what it does and when to use it; may be empty
 * @param parameters a JSON Schema of type {@code object}
 * @param strict whether the provider must make a call's arguments follow the schema; a provider that cannot do so
 *     ignores it
 * @param cache absent when the provider is not asked to cache the functions up to this one
 */
public record FunctionSpec(
        String name,
        String description,
        Map<String, Object> parameters,
        boolean strict,
        Optional<CacheBreakpoint> cache) {
    /** The most characters of a name. */
    public static final int MAX_NAME = 128;

    public FunctionSpec {
        if (name.isEmpty() || name.length() > MAX_NAME) {
            throw Refusal.invalid("name", "must be 1 to " + MAX_NAME + " characters");
        }
        parameters = JsonData.copy(parameters);
    }

    /** A function without strict arguments and without a breakpoint. */
    public FunctionSpec(String name, String description, Map<String, Object> parameters) {
        this(name, description, parameters, false, Optional.empty());
    }

    /** A tool of this server as a model sees it. */
    public static FunctionSpec of(ToolSpec tool) {
        return new FunctionSpec(tool.name().value(), tool.description(), tool.parameters());
    }
}
