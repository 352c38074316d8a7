package dev.guildhall.core.completion;

import dev.guildhall.core.config.Fallbacks;
import dev.guildhall.core.config.ModelRoute;
import dev.guildhall.core.config.Prices;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.ModelPrice;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.model.Deployment;
import dev.guildhall.ports.model.ManagedModel;
import dev.guildhall.ports.model.ModelConnector;
import dev.guildhall.ports.model.ModelDefinition;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.profile.Profile;
import dev.guildhall.ports.storage.Stores;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * The models of the configuration and those that administrators set up (models-32). A node reads the number of changes
 * of the latter again when it is older than a second, and the models themselves when it has changed. While the
 * database does not respond the known models stay in force.
 */
public final class ModelDirectory {
    private static final Logger LOG = System.getLogger(ModelDirectory.class.getName());

    private static final Duration FRESH = Duration.ofSeconds(1);
    private static final Duration COOLDOWN = Duration.ofSeconds(30);

    private final InstantSource clock;
    private final Stores stores;
    private final Configured configured;
    private final ModelConnector connector;
    private final Supplier<Optional<String>> chosen;
    private final Set<String> environment;
    private final ReentrantLock reading = new ReentrantLock();
    private volatile Optional<Read> last = Optional.empty();

    /**
     * The models of the configuration.
     *
     * @param primary the first provider
     */
    public record Configured(ChatModel primary, Fallbacks fallbacks, Prices prices) {}

    /** The models of one revision, with the clients of their deployments. */
    private record Read(long revision, KnownModels models, Map<Deployment, ChatModel> clients, Instant at) {}

    /**
     * Creates the directory.
     *
     * @param chosen the model that the settings choose for requests that name none
     */
    public ModelDirectory(
            InstantSource clock,
            Stores stores,
            Configured configured,
            ModelConnector connector,
            Supplier<Optional<String>> chosen) {
        this.clock = clock;
        this.stores = stores;
        this.configured = configured;
        this.connector = connector;
        this.chosen = chosen;
        this.environment = Set.copyOf(namesOf(connector.environment()));
    }

    private static Set<String> namesOf(List<ModelDefinition> definitions) {
        Set<String> names = new HashSet<>();
        definitions.forEach(definition -> names.add(definition.name()));
        return names;
    }

    /** The models of the configuration. */
    public Configured configured() {
        return configured;
    }

    /** The models that are in force now. */
    KnownModels now() {
        return known().choosing(chosen.get());
    }

    private KnownModels known() {
        Instant now = clock.instant();
        Optional<Read> known = last;
        if (known.filter(read -> isFresh(read, now)).isPresent()) {
            return known.get().models();
        }
        if (!reading.tryLock()) {
            if (known.isPresent()) {
                return known.get().models();
            }
            reading.lock();
        }
        try {
            return last.filter(read -> isFresh(read, now))
                    .orElseGet(() -> read(now))
                    .models();
        } finally {
            reading.unlock();
        }
    }

    /** The clock may be set back. */
    private static boolean isFresh(Read read, Instant now) {
        return !now.isBefore(read.at()) && now.isBefore(read.at().plus(FRESH));
    }

    /** The models were changed on this node: the next request reads them. */
    public void changed() {
        reading.lock();
        try {
            last = last.map(read -> new Read(read.revision(), read.models(), read.clients(), Instant.MAX));
        } finally {
            reading.unlock();
        }
    }

    /** Runs under the lock. */
    private Read read(Instant now) {
        Read next;
        try {
            long revision = stores.models().revision();
            next = last.filter(read -> read.revision() == revision)
                    .map(read -> new Read(revision, read.models(), read.clients(), now))
                    .orElseGet(() -> built(revision, now));
        } catch (Refusal unavailable) {
            Read known = last.orElseThrow(() -> unavailable);
            LOG.log(Level.WARNING, "the models were not read again: {0}", unavailable.problem());
            next = new Read(known.revision(), known.models(), known.clients(), now);
        }
        last = Optional.of(next);
        return next;
    }

    private Read built(long revision, Instant now) {
        Map<Deployment, ChatModel> before = last.map(Read::clients).orElse(Map.of());
        Map<Deployment, ChatModel> clients = new HashMap<>();
        Map<String, ModelRoute> routes =
                new LinkedHashMap<>(configured.fallbacks().routes());
        Map<String, ModelPrice> prices = new HashMap<>(configured.prices().byModel());
        Map<String, ModelDefinition> definitions = new LinkedHashMap<>();
        for (ManagedModel model : stores.models().all()) {
            ModelDefinition definition = model.definition();
            definitions.put(model.name(), definition);
            routes.put(model.name(), route(definition, before, clients));
            definition.price().ifPresent(price -> prices.put(model.name(), price));
        }
        Prices known = configured.prices();
        return new Read(
                revision,
                new KnownModels(
                        configured.primary(),
                        new Fallbacks(configured.fallbacks().byModel(), routes),
                        new Prices(known.currency(), prices, known.unpricedAllowed()),
                        definitions,
                        environment,
                        Optional.empty()),
                clients,
                now);
    }

    /** Deployments that did not change keep their clients, with their connections and what is known of their health. */
    private ModelRoute route(
            ModelDefinition definition, Map<Deployment, ChatModel> before, Map<Deployment, ChatModel> clients) {
        List<ModelRoute.Deployment> deployments = new ArrayList<>();
        for (Deployment deployment : definition.deployments()) {
            try {
                ChatModel client =
                        Optional.ofNullable(before.get(deployment)).orElseGet(() -> connector.connect(deployment));
                clients.put(deployment, client);
                deployments.add(new ModelRoute.Deployment(client, deployment.model(), deployment.weight()));
            } catch (Refusal unusable) {
                LOG.log(
                        Level.WARNING,
                        "{0}: the deployment {1} cannot be used: {2}",
                        definition.name(),
                        deployment.id(),
                        unusable.problem().message());
            }
        }
        return new ModelRoute(deployments, definition.choice(), COOLDOWN, definition.fallbacks());
    }

    /** The models that are in force now for a caller. */
    CallerModels of(Caller.User caller) {
        return new CallerModels(now(), () -> groupsOf(caller));
    }

    /** The groups of all profiles of the caller, and the group whose API key the caller uses. */
    private Set<GroupId> groupsOf(Caller.User caller) {
        Set<GroupId> groups = new HashSet<>();
        for (Profile profile : stores.profiles().ofUser(caller.userId())) {
            groups.addAll(stores.memberships().groupsOf(profile.id()));
        }
        stores.groups().ofServiceAccount(caller.userId()).ifPresent(groups::add);
        return groups;
    }

    /** What models cost now. */
    public Prices prices() {
        return now().prices();
    }

    /** The provider of the default model of the installation. */
    public String defaultProvider() {
        return now().defaultProvider();
    }

    /**
     * How many tokens agents send to a model.
     *
     * @param model absent means the default model
     * @param configured those of models for which administrators have set none
     */
    public long contextTokens(Optional<String> model, ToLongFunction<String> configured) {
        KnownModels known = now();
        String name = model.orElseGet(known::defaultModel);
        return known.contextTokens(name).map(Integer::longValue).orElseGet(() -> configured.applyAsLong(name));
    }

    /** The names that the configuration defines. */
    public Set<String> environment() {
        return environment;
    }
}
