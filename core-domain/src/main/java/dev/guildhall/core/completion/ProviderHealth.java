package dev.guildhall.core.completion;

import dev.guildhall.core.completion.Fallbacks.Fallback;
import dev.guildhall.ports.Gauge;
import dev.guildhall.ports.Metric;
import dev.guildhall.ports.SecretSource;
import dev.guildhall.ports.completion.ChatModel;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What the requests so far have shown of each provider. Thread-safe. */
final class ProviderHealth {
    /** The share of the newest latency in the average. */
    private static final double NEWEST = 0.3;

    private final InstantSource clock;
    private final SecretSource secrets;
    private final Map<ChatModel, State> states = new ConcurrentHashMap<>();

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
    }

    CircuitBreaker circuit(ChatModel model) {
        return state(model).circuit;
    }

    /** The provider comes last for that time. */
    void coolDown(ChatModel model, Duration time) {
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

    /** The state of the providers. */
    List<Metric> metrics() {
        return List.of(new Gauge(
                "llm_open_circuits",
                "Providers of models that failed for over half of their requests and are not asked at the moment.",
                () -> states.values().stream()
                        .filter(state -> state.circuit.isOpen())
                        .count()));
    }
}
