package dev.guildhall.ports.model;

import dev.guildhall.ports.Text;
import dev.guildhall.ports.completion.ModelCapability;
import dev.guildhall.ports.completion.ModelPrice;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.problem.Refusal;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * A model by the name that requests ask for.
 *
 * @param name 1 to {@value Deployment#MAX_NAME} characters without a star
 * @param deployments where it runs, 1 to {@value #MOST_DEPLOYMENTS}
 * @param choice which deployment is asked first; the others follow when it fails
 * @param fallbacks names of the models that are asked when all deployments fail, in this order, at most
 *     {@value #MOST_FALLBACKS}
 * @param price what it costs; absent means the price of its name in the configuration, if there is one
 * @param contextTokens how many tokens agents send at most, {@value #FEWEST_TOKENS} to {@value #MOST_TOKENS}; absent
 *     means as many as the configuration says
 * @param groups the groups whose members alone may use it, at most {@value #MOST_GROUPS}; absent means everyone
 * @param capabilities what it can do (models-38); empty means that nothing is known
 * @param enabled whether requests may ask for it
 * @param isDefault whether it answers requests that name no model
 */
public record ModelDefinition(
        String name,
        List<Deployment> deployments,
        Choice choice,
        List<String> fallbacks,
        Optional<ModelPrice> price,
        Optional<Integer> contextTokens,
        Optional<Set<GroupId>> groups,
        Set<ModelCapability> capabilities,
        boolean enabled,
        boolean isDefault) {
    public static final int MOST_DEPLOYMENTS = 32;
    public static final int MOST_FALLBACKS = 32;
    public static final int MOST_GROUPS = 100;
    public static final int FEWEST_TOKENS = 1_000;
    public static final int MOST_TOKENS = 2_000_000;

    /** Which deployment is asked first. */
    public enum Choice {
        /** A random one, in proportion to the weights. */
        WEIGHTED,
        /** The one whose first bytes came soonest lately; one that was not asked yet comes first. */
        LEAST_LATENCY;

        /** The name in JSON: {@code least-latency}. */
        public String wireName() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** The choice of that name in JSON; empty when there is none. */
        public static Optional<Choice> fromWire(String name) {
            return Arrays.stream(values())
                    .filter(choice -> choice.wireName().equals(name))
                    .findFirst();
        }
    }

    /**
     * Checks the values.
     *
     * @throws Refusal with {@code CommonProblem.Invalid} naming the field
     */
    public ModelDefinition {
        deployments = List.copyOf(deployments);
        fallbacks = List.copyOf(fallbacks);
        groups = groups.map(Set::copyOf);
        capabilities = Set.copyOf(capabilities);
        name = Text.requireName("name", name, 1, Deployment.MAX_NAME);
        if (name.contains("*")) {
            throw Refusal.invalid("name", "must not contain a star, which stands for any text in prices");
        }
        if (deployments.isEmpty() || deployments.size() > MOST_DEPLOYMENTS) {
            throw Refusal.invalid("deployments", "must be a list of 1 to " + MOST_DEPLOYMENTS + " deployments");
        }
        requireDistinctIds(deployments);
        requireFallbacks(name, fallbacks);
        contextTokens
                .filter(tokens -> tokens < FEWEST_TOKENS || tokens > MOST_TOKENS)
                .ifPresent(tokens -> {
                    throw Refusal.invalid(
                            "contextTokens", "must be an integer between " + FEWEST_TOKENS + " and " + MOST_TOKENS);
                });
        groups.filter(ids -> ids.size() > MOST_GROUPS).ifPresent(ids -> {
            throw Refusal.invalid("groups", "must have at most " + MOST_GROUPS + " items");
        });
    }

    private static void requireDistinctIds(List<Deployment> deployments) {
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < deployments.size(); i++) {
            String id = deployments.get(i).id();
            if (!id.isEmpty() && !ids.add(id)) {
                throw Refusal.invalid("deployments[" + i + "].id", "is that of another deployment of the model");
            }
        }
    }

    private static void requireFallbacks(String name, List<String> fallbacks) {
        if (fallbacks.size() > MOST_FALLBACKS) {
            throw Refusal.invalid("fallbacks", "must have at most " + MOST_FALLBACKS + " items");
        }
        for (int i = 0; i < fallbacks.size(); i++) {
            String fallback = fallbacks.get(i);
            Text.requireLine("fallbacks[" + i + "]", fallback, 1, Deployment.MAX_NAME);
            if (fallback.equals(name) || fallbacks.indexOf(fallback) < i) {
                throw Refusal.invalid("fallbacks[" + i + "]", "must be another model than the others of the list");
            }
        }
    }

    /** The same with these deployments. */
    public ModelDefinition withDeployments(List<Deployment> others) {
        return new ModelDefinition(
                name, others, choice, fallbacks, price, contextTokens, groups, capabilities, enabled, isDefault);
    }

    /** The same, as the default or not. */
    public ModelDefinition withDefault(boolean now) {
        return new ModelDefinition(
                name, deployments, choice, fallbacks, price, contextTokens, groups, capabilities, enabled, now);
    }
}
