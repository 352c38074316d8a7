package dev.guildhall.core.completion;

import static java.util.Objects.requireNonNull;

import dev.guildhall.core.config.Fallbacks.Fallback;
import dev.guildhall.core.config.ModelRoute;
import dev.guildhall.ports.Gauge;
import dev.guildhall.ports.LabelledCounter;
import dev.guildhall.ports.Metric;
import dev.guildhall.ports.SecretSource;
import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Problem;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleSupplier;
import java.util.function.Predicate;

/** What the requests so far have shown of each provider; it is forgotten with the client of a removed deployment. */
final class ProviderHealth {
    /** The share of the newest latency in the average. */
    private static final double NEWEST = 0.3;

    private static final int BYTE_VALUES = 256;

    private final InstantSource clock;
    private final SecretSource secrets;
    private final Map<ChatModel, State> states = Collections.synchronizedMap(new WeakHashMap<>());
    private final Map<Reaction, LongAdder> reactions = new EnumMap<>(Reaction.class);

    /** What is done about a failure of a provider. */
    enum Reaction {
        /** The same provider is asked again. */
        RETRY,
        /** The next deployment or model is asked. */
        FALLBACK,
        /** A provider is not asked, since its circuit is open. */
        OPEN_CIRCUIT,
        /** A provider comes last for a while. */
        COOLDOWN
    }

    private static final class State {
        private final CircuitBreaker circuit;
        private volatile Instant coolingUntil = Instant.MIN;
        private volatile double latencyNanos;

        State(InstantSource clock) {
            this.circuit = new CircuitBreaker(clock);
        }
    }

    ProviderHealth(InstantSource clock, SecretSource secrets) {
        this.clock = clock;
        this.secrets = secrets;
        for (Reaction reaction : Reaction.values()) {
            reactions.put(reaction, new LongAdder());
        }
    }

    /** A random part of a wait, 0 to below 1. */
    double jitter() {
        return Byte.toUnsignedInt(secrets.bytes(1)[0]) / (double) BYTE_VALUES;
    }

    void counts(Reaction reaction) {
        requireNonNull(reactions.get(reaction)).increment();
    }

    CircuitBreaker circuit(ChatModel model) {
        return state(model).circuit;
    }

    /** A candidate failed with that problem. Returns whether that was an outcome, as a cancelled request has none. */
    boolean ended(Fallback candidate, Problem problem) {
        CircuitBreaker circuit = circuit(candidate.model());
        switch (problem) {
            case CompletionProblem.ProviderFailed ignored -> circuit.failed();
            case CompletionProblem.ProviderTimedOut ignored -> circuit.failed();
            case CompletionProblem.ProviderLimited limited -> {
                circuit.succeeded();
                coolDown(candidate.model(), limited.retryAfter().orElse(candidate.cooldown()));
            }
            case CompletionProblem.ProviderRefusedKey ignored -> {
                circuit.succeeded();
                coolDown(candidate.model(), candidate.cooldown());
            }
            case CompletionProblem.RequestRefused ignored -> circuit.succeeded();
            case CompletionProblem.UnknownModel ignored -> circuit.succeeded();
            default -> {
                return false;
            }
        }
        return true;
    }

    /** The provider comes last for that time. */
    void coolDown(ChatModel model, Duration time) {
        counts(Reaction.COOLDOWN);
        state(model).coolingUntil = clock.instant().plus(time);
    }

    /** The first bytes of an answer came after that time. */
    void answeredAfter(ChatModel model, Duration latency) {
        State state = state(model);
        double before = state.latencyNanos;
        state.latencyNanos = before == 0 ? latency.toNanos() : before + NEWEST * (latency.toNanos() - before);
    }

    /** The deployments of a route in the order in which they are asked. */
    List<Fallback> ordered(String name, ModelRoute route) {
        List<ModelRoute.Deployment> ordered = switch (route.choice()) {
            case WEIGHTED -> byWeight(route.deployments());
            case LEAST_LATENCY ->
                route.deployments().stream()
                        .sorted(Comparator.comparingDouble(deployment -> state(deployment.model()).latencyNanos))
                        .toList();
        };
        return ordered.stream()
                .sorted(Comparator.comparing(deployment -> isAvoided(deployment.model())))
                .map(deployment -> new Fallback(deployment.model(), deployment.modelId(), name, route.cooldown()))
                .toList();
    }

    private List<ModelRoute.Deployment> byWeight(List<ModelRoute.Deployment> deployments) {
        List<ModelRoute.Deployment> left = new ArrayList<>(deployments);
        List<ModelRoute.Deployment> ordered = new ArrayList<>(left.size());
        while (!left.isEmpty()) {
            int all = left.stream().mapToInt(ModelRoute.Deployment::weight).sum();
            int drawn =
                    Math.floorMod(ByteBuffer.wrap(secrets.bytes(Integer.BYTES)).getInt(), all);
            int index = 0;
            while (drawn >= left.get(index).weight()) {
                drawn -= left.get(index).weight();
                index++;
            }
            ordered.add(left.remove(index));
        }
        return ordered;
    }

    private boolean isAvoided(ChatModel model) {
        State state = state(model);
        return state.circuit.isOpen() || clock.instant().isBefore(state.coolingUntil);
    }

    private State state(ChatModel model) {
        return states.computeIfAbsent(model, ignored -> new State(clock));
    }

    /** The state of the providers, and what was done about their failures. */
    List<Metric> metrics() {
        Map<String, DoubleSupplier> counted = new HashMap<>();
        reactions.forEach(
                (reaction, count) -> counted.put(reaction.name().toLowerCase(Locale.ROOT), count::doubleValue));
        return List.of(
                new Gauge(
                        "llm_open_circuits",
                        "Providers of models that failed for over half of their requests and are not asked at the"
                                + " moment.",
                        () -> count(state -> state.circuit.isOpen())),
                new Gauge(
                        "llm_cooling_providers",
                        "Providers of models that limited the rate or refused the key and come last at the moment.",
                        () -> count(state -> clock.instant().isBefore(state.coolingUntil))),
                new LabelledCounter(
                        "llm_failure_reactions",
                        "What was done about failures of providers of models: the same was asked again (retry), the"
                                + " next deployment or model was asked (fallback), a provider was not asked"
                                + " (open_circuit) or came last for a while (cooldown).",
                        "reaction",
                        counted));
    }

    private long count(Predicate<State> which) {
        List<State> all;
        synchronized (states) {
            all = List.copyOf(states.values());
        }
        return all.stream().filter(which).count();
    }
}
