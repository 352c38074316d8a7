package dev.guildhall.ports.apikey;

import dev.guildhall.ports.problem.Refusal;
import java.util.Optional;
import java.util.Set;

/**
 * What an API key may reach within the rights of its account. An empty set allows none, an absent one all.
 *
 * @param services names of services
 * @param tools names of tools
 * @param models identifiers of models
 */
public record ApiKeyScope(Optional<Set<String>> services, Optional<Set<String>> tools, Optional<Set<String>> models) {
    /** All that the account may reach. */
    public static final ApiKeyScope ALL = new ApiKeyScope(Optional.empty(), Optional.empty(), Optional.empty());

    /** The most entries of one set. */
    public static final int MOST = 1000;

    private static final int MAX_NAME = 200;

    /**
     * Creates a scope.
     *
     * @throws Refusal with {@code CommonProblem.Invalid} when a set has too many entries, or a name is too long or
     *     empty or has a character that is not visible
     */
    public ApiKeyScope {
        services = checked("services", services);
        tools = checked("tools", tools);
        models = checked("models", models);
    }

    private static Optional<Set<String>> checked(String field, Optional<Set<String>> names) {
        return names.map(all -> {
            if (all.size() > MOST) {
                throw Refusal.invalid(field, "must have at most " + MOST + " entries");
            }
            all.forEach(name -> {
                if (name.isEmpty() || name.length() > MAX_NAME || !name.chars().allMatch(c -> c > ' ' && c < 0x7F)) {
                    throw Refusal.invalid(field, "must have names of 1 to " + MAX_NAME + " visible ASCII characters");
                }
            });
            return Set.copyOf(all);
        });
    }
}
