package dev.guildhall.core.completion;

import dev.guildhall.core.config.CompletionLimits;
import dev.guildhall.core.config.Fallbacks.Fallback;
import dev.guildhall.core.config.ModelRoute;
import dev.guildhall.core.time.Threads;
import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.ModelCatalogue;
import dev.guildhall.ports.completion.ModelInfo;
import dev.guildhall.ports.model.ModelDefinition;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * The models of the first provider, and the fallbacks' models. A provider that does not respond is left out
 * (models-10).
 */
final class ModelLists {
    private static final Logger LOG = System.getLogger(ModelLists.class.getName());

    private final ModelDirectory directory;
    private final ChatModel primary;
    private final List<Fallback> all;
    private final Map<ChatModel, CachedList> lists = new LinkedHashMap<>();

    ModelLists(CompletionParts parts) {
        this.directory = parts.models();
        this.primary = directory.configured().primary();
        this.all = Candidates.all(directory.configured().fallbacks()).toList();
        Stream.concat(Stream.of(primary), all.stream().map(Fallback::model))
                .distinct()
                .forEach(model -> lists.put(model, new CachedList(parts, model)));
    }

    /** The models that the caller can name. Throws the failure of the first provider when no provider responds. */
    ModelCatalogue catalogue(CallerModels mine) {
        Map<String, ModelCatalogue.Model> byId = new LinkedHashMap<>();
        Optional<RuntimeException> failure = Optional.empty();
        int answered = 0;
        for (Map.Entry<ChatModel, CachedList> list : lists.entrySet()) {
            try {
                offered(list.getKey(), list.getValue().models()).forEach(model -> byId.putIfAbsent(model.id(), model));
                answered++;
            } catch (RuntimeException cause) {
                if (CachedList.isCancelled(cause)) {
                    throw cause;
                }
                failure = failure.or(() -> Optional.of(cause));
            }
        }
        byId.keySet().removeIf(mine::hides);
        Map<String, ModelRoute> routes = new TreeMap<>(mine.known().fallbacks().routes());
        routes.keySet().removeIf(mine::hides);
        if (answered == 0 && routes.isEmpty()) {
            throw failure.orElseThrow();
        }
        routes.forEach((name, route) -> {
            Optional<ModelDefinition> managed =
                    Optional.ofNullable(mine.known().managed().get(name));
            managed.ifPresent(model -> byId.remove(name));
            byId.putIfAbsent(
                    name,
                    new ModelCatalogue.Model(
                            name,
                            name,
                            route.deployments().getFirst().model().provider(),
                            managed.map(ModelDefinition::capabilities).orElse(Set.of())));
        });
        return new ModelCatalogue(mine.known().defaultProvider(), mine.defaultModel(), List.copyOf(byId.values()));
    }

    /**
     * Whether the configuration or the first provider lists a model. Does not block: a list that is missing, or is
     * outdated and lacks the model, is fetched in the background for later calls.
     *
     * @param requested the name in the request; absent means the default of the configuration
     * @param model the name of the model that was asked
     */
    boolean isListed(Optional<String> requested, String model) {
        return requested.isEmpty()
                || directory.now().route(model).isPresent()
                || all.stream().anyMatch(fallback -> fallback.modelId().equals(model))
                || Objects.requireNonNull(lists.get(primary)).isListed(model);
    }

    /**
     * All models of the first provider, and those models of the others that the configuration names: requests cannot
     * name their other models.
     */
    private Stream<ModelCatalogue.Model> offered(ChatModel model, List<ModelInfo> listed) {
        Stream<ModelInfo> named = all.stream()
                .filter(fallback -> fallback.model().equals(model))
                .map(fallback -> listed.stream()
                        .filter(info -> info.id().equals(fallback.modelId()))
                        .findFirst()
                        .orElseGet(() -> new ModelInfo(fallback.modelId(), fallback.modelId())));
        return Stream.concat(model.equals(primary) ? listed.stream() : Stream.empty(), named)
                .map(info -> new ModelCatalogue.Model(info.id(), info.name(), model.provider(), info.capabilities()));
    }

    /**
     * A cache of the provider's list of models, which one caller at a time refreshes. An outdated list is used while the
     * provider does not respond.
     */
    private static final class CachedList {

        private record Known(List<ModelInfo> models, Instant goodUntil) {}

        private record Failure(RuntimeException cause, Instant until) {}

        private final InstantSource clock;
        private final Threads threads;
        private final ChatModel model;
        private final CompletionLimits limits;
        private final ReentrantLock asking = new ReentrantLock();
        private final AtomicBoolean refreshing = new AtomicBoolean();
        private volatile Optional<Known> known = Optional.empty();
        private Optional<Failure> failure = Optional.empty();

        CachedList(CompletionParts parts, ChatModel model) {
            this.clock = parts.clock();
            this.threads = parts.threads();
            this.model = model;
            this.limits = parts.limits();
        }

        /** The models. Throws the failure of the provider when it has never returned a list. */
        List<ModelInfo> models() {
            Optional<Known> now = known;
            if (now.isPresent() && (isGood(now.get()) || !asking.tryLock())) {
                return now.get().models();
            }
            if (now.isEmpty()) {
                asking.lock();
            }
            try {
                return known.filter(this::isGood).map(Known::models).orElseGet(this::ask);
            } finally {
                asking.unlock();
            }
        }

        boolean isListed(String id) {
            Optional<Known> now = known;
            boolean isListed = now.stream()
                    .flatMap(list -> list.models().stream())
                    .anyMatch(model -> model.id().equals(id));
            if (!isListed && now.filter(this::isGood).isEmpty() && !refreshing.getAndSet(true)) {
                threads.start("model-list", this::refresh);
            }
            return isListed;
        }

        private void refresh() {
            try {
                models();
            } catch (RuntimeException logged) {
                LOG.log(Level.DEBUG, "the list of models was not fetched", logged);
            } finally {
                refreshing.set(false);
            }
        }

        private boolean isGood(Known list) {
            return clock.instant().isBefore(list.goodUntil());
        }

        /** Runs under the lock. Waiting callers do not repeat the same failed request. */
        private List<ModelInfo> ask() {
            failure.filter(last -> clock.instant().isBefore(last.until())).ifPresent(last -> {
                throw last.cause();
            });
            try {
                List<ModelInfo> models = model.models();
                keep(models, limits.modelsFresh());
                return models;
            } catch (RuntimeException cause) {
                if (CachedList.isCancelled(cause)) {
                    throw cause;
                }
                log(cause);
                return known.map(this::again).orElseThrow(() -> remembered(cause));
            }
        }

        private List<ModelInfo> again(Known stale) {
            keep(stale.models(), limits.modelsAgain());
            return stale.models();
        }

        private RuntimeException remembered(RuntimeException cause) {
            failure = Optional.of(new Failure(cause, clock.instant().plus(limits.modelsAgain())));
            return cause;
        }

        /** The caller disconnected, which is no failure of the provider. */
        static boolean isCancelled(RuntimeException cause) {
            return cause instanceof Refusal refusal && refusal.problem() instanceof CommonProblem.Cancelled;
        }

        private static void log(RuntimeException cause) {
            if (cause instanceof Refusal refusal) {
                LOG.log(Level.WARNING, "the models could not be listed: {0}", refusal.problem());
            } else {
                LOG.log(Level.ERROR, "the models could not be listed because of an unexpected exception", cause);
            }
        }

        private void keep(List<ModelInfo> models, Duration time) {
            known = Optional.of(new Known(models, clock.instant().plus(time)));
        }
    }
}
