package dev.guildhall.core.tool.connection;

import dev.guildhall.core.security.Permissions;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.integration.IntegrationConnector;
import dev.guildhall.ports.integration.IntegrationDefinition;
import dev.guildhall.ports.integration.StoredIntegration;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.tool.ToolEndpoint;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * The endpoints of the integrations that users add while the server runs (tools-27). A node reads the number of changes again
 * when it is older than a second, and the integrations of an owner when it has changed since. While the database does not
 * respond the known integrations stay in force.
 */
// An endpoint is in force while the directory has that very object.
@SuppressWarnings("ReferenceEquality")
public final class IntegrationDirectory {
    private static final Logger LOG = System.getLogger(IntegrationDirectory.class.getName());

    private static final Duration FRESH = Duration.ofSeconds(1);
    /** The users whose private integrations are kept, the last used ones. */
    private static final int MOST_USERS = 10_000;
    /** How many owners' integrations are loaded at once. */
    private static final int LOADING = 64;
    /** How long a request waits for another one that loads the same owner's integrations, before it takes those known. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    /** The characters of the API documents of these users. */
    private static final long MOST_DOCUMENTS = 64L * 1024 * 1024;

    private final InstantSource clock;
    private final Stores stores;
    private final Permissions permissions;
    private final IntegrationConnector connector;
    /** Held while the integrations of an owner are loaded, which takes seconds for a large API document. */
    private final List<ReentrantLock> loading =
            Stream.generate(ReentrantLock::new).limit(LOADING).toList();

    private final Map<Optional<UserId>, Owned> known = new ConcurrentHashMap<>();
    private final AtomicLong changesHere = new AtomicLong();
    private final AtomicBoolean reading = new AtomicBoolean();
    private volatile Optional<Seen> seen = Optional.empty();

    /** The number of changes of all nodes at a time, and how many of this node it has at least. */
    private record Seen(long revision, Instant at, long here) {}

    private record Loaded(StoredIntegration stored, ToolEndpoint endpoint, long documentLength) {
        /** Whether that object is its endpoint: another one may be of another version. */
        @SuppressWarnings("ReferenceEquality")
        boolean isOf(ToolEndpoint other) {
            return endpoint == other;
        }
    }

    /** The integrations of one owner; not changed but for when they were last used, and when the role of the owner was read. */
    private static final class Owned {
        private final long revision;
        private final Map<IntegrationName, Loaded> byName;
        private final boolean reachesInside;
        private volatile Instant usedAt;
        private volatile Instant roleReadAt;

        Owned(long revision, Map<IntegrationName, Loaded> byName, boolean reachesInside, Instant now) {
            this.revision = revision;
            this.byName = Collections.unmodifiableMap(byName);
            this.reachesInside = reachesInside;
            this.usedAt = now;
            this.roleReadAt = now;
        }

        Map<IntegrationName, Loaded> byName() {
            return byName;
        }

        long documents() {
            return byName.values().stream().mapToLong(Loaded::documentLength).sum();
        }
    }

    public IntegrationDirectory(
            InstantSource clock, Stores stores, Permissions permissions, IntegrationConnector connector) {
        this.clock = clock;
        this.stores = stores;
        this.permissions = permissions;
        this.connector = connector;
    }

    /** The endpoints of all shared integrations, by name. */
    public List<ToolEndpoint> shared() {
        return of(Optional.empty());
    }

    /** The endpoints of a user's private integrations, by name. */
    public List<ToolEndpoint> ofUser(UserId user) {
        return of(Optional.of(user));
    }

    private List<ToolEndpoint> of(Optional<UserId> owner) {
        return owned(owner).values().stream().map(Loaded::endpoint).toList();
    }

    public Optional<ToolEndpoint> find(Integration.Key key) {
        return Optional.ofNullable(owned(key.owner()).get(key.name())).map(Loaded::endpoint);
    }

    /** The endpoints of the users' private integrations that this node has loaded. */
    public List<ToolEndpoint> loaded() {
        List<ToolEndpoint> loaded = new ArrayList<>();
        known.forEach((owner, owned) -> {
            if (owner.isPresent()) {
                owned.byName().values().forEach(one -> loaded.add(one.endpoint()));
            }
        });
        return loaded;
    }

    /** The version of the integration that an endpoint was made of; empty when another version is in force. */
    public Optional<Integer> version(ToolEndpoint endpoint) {
        Integration.Key key = endpoint.integration().key();
        return Optional.ofNullable(owned(key.owner()).get(key.name()))
                .filter(loaded -> loaded.isOf(endpoint))
                .map(loaded -> loaded.stored().version());
    }

    /**
     * The endpoint with the API document that its address has now, which is stored. Blocks.
     *
     * @throws Refusal with {@code ToolProblem.IntegrationUnavailable}, or with {@code CommonProblem.Invalid} for a document that
     *     is of no use; the document before stays
     */
    public ToolEndpoint fetched(ToolEndpoint endpoint) {
        Integration.Key key = endpoint.integration().key();
        Optional<StoredIntegration> known = Optional.ofNullable(
                        owned(key.owner()).get(key.name()))
                .filter(loaded -> loaded.isOf(endpoint))
                .map(Loaded::stored)
                .filter(stored -> stored.definition().url().isPresent());
        if (known.isEmpty()) {
            return endpoint;
        }
        IntegrationDefinition definition = known.get().definition();
        String document = connector.fetch(definition, reachesInside(key.owner()));
        IntegrationDefinition completed = connector.completed(definition, document);
        stores.transactions().run(() -> {
            Optional<StoredIntegration> current = stores.integrations().lock(key.owner()).stream()
                    .filter(stored -> stored.key().equals(key) && isSame(stored, known.get()))
                    .findFirst();
            boolean isNew = !stores.integrations().document(key).equals(Optional.of(document));
            current.filter(stored -> isNew)
                    .ifPresent(stored -> stores.integrations().put(stored.next(completed), Optional.of(document)));
        });
        changed();
        return find(key).orElse(endpoint);
    }

    /** Integrations were changed on this node: the next request reads them. */
    public void changed() {
        changesHere.incrementAndGet();
    }

    /** Whether a private integration may reach the internal addresses that the operator allows: that of an admin may. */
    public boolean reachesInside(Optional<UserId> owner) {
        return owner.isEmpty()
                || stores.accounts()
                        .overview(owner.get())
                        .filter(account ->
                                permissions.rolesOf(account.account()).contains(Role.ADMIN))
                        .isPresent();
    }

    private Map<IntegrationName, Loaded> owned(Optional<UserId> owner) {
        Seen now = seen();
        Optional<Owned> before = Optional.ofNullable(known.get(owner));
        before.ifPresent(read -> read.usedAt = now.at());
        if (before.filter(read -> read.revision == now.revision() && hasSameReach(owner, read))
                .isPresent()) {
            return before.get().byName();
        }
        ReentrantLock mine = loading.get(Math.floorMod(owner.hashCode(), LOADING));
        if (!acquired(mine, before.isPresent())) {
            return before.orElseThrow().byName();
        }
        try {
            Optional<Owned> last = Optional.ofNullable(known.get(owner));
            return last.filter(read -> read.revision >= now.revision() && hasSameReach(owner, read))
                    .map(Owned::byName)
                    .orElseGet(() -> read(owner, last, now));
        } finally {
            mine.unlock();
        }
    }

    /** Whether the endpoints reach what the owner's role allows now, which is read again when it is older than a second. */
    private boolean hasSameReach(Optional<UserId> owner, Owned read) {
        Instant now = clock.instant();
        if (owner.isEmpty() || read.byName().isEmpty() || isFresh(read.roleReadAt, now)) {
            return true;
        }
        try {
            boolean isSame = reachesInside(owner) == read.reachesInside;
            if (isSame) {
                read.roleReadAt = now;
            }
            return isSame;
        } catch (Refusal unavailable) {
            LOG.log(Level.WARNING, "the role of an owner was not read again: {0}", unavailable.problem());
            read.roleReadAt = now;
            return true;
        }
    }

    /** Waits without an end only for what is not known at all. */
    private static boolean acquired(ReentrantLock lock, boolean isKnown) {
        if (!isKnown) {
            lock.lock();
            return true;
        }
        try {
            return lock.tryLock(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private Map<IntegrationName, Loaded> read(Optional<UserId> owner, Optional<Owned> before, Seen now) {
        List<StoredIntegration> stored;
        boolean reachesInside;
        try {
            stored = stores.integrations().of(owner);
            reachesInside = !stored.isEmpty() && reachesInside(owner);
        } catch (Refusal unavailable) {
            LOG.log(Level.WARNING, "integrations were not read again: {0}", unavailable.problem());
            return before.orElseThrow(() -> unavailable).byName();
        }
        return taken(owner, before, stored, reachesInside, now);
    }

    private Seen seen() {
        Instant now = clock.instant();
        long here = changesHere.get();
        Optional<Seen> last = seen.filter(read -> read.here() == here);
        if (last.isPresent() && (isFresh(last.get(), now) || !reading.compareAndSet(false, true))) {
            return last.get();
        }
        try {
            Seen next = new Seen(stores.integrations().revision(), now, here);
            seen = Optional.of(next);
            return next;
        } catch (Refusal unavailable) {
            Seen before = seen.orElseThrow(() -> unavailable);
            LOG.log(Level.WARNING, "integrations were not read again: {0}", unavailable.problem());
            Seen next = new Seen(before.revision(), now, here);
            seen = Optional.of(next);
            return next;
        } finally {
            reading.set(false);
        }
    }

    /** The clock may be set back. */
    private static boolean isFresh(Seen read, Instant now) {
        return isFresh(read.at(), now);
    }

    private static boolean isFresh(Instant read, Instant now) {
        return !now.isBefore(read) && now.isBefore(read.plus(FRESH));
    }

    /** Endpoints of integrations that did not change stay, with their connections and what is known of their servers. */
    private Map<IntegrationName, Loaded> taken(
            Optional<UserId> owner,
            Optional<Owned> last,
            List<StoredIntegration> stored,
            boolean reachesInside,
            Seen now) {
        Map<IntegrationName, Loaded> before = last.map(Owned::byName).orElse(Map.of());
        boolean hasSameReach =
                last.filter(known -> known.reachesInside == reachesInside).isPresent();
        Map<IntegrationName, Loaded> next = new TreeMap<>();
        for (StoredIntegration integration : stored) {
            Loaded earlier = before.get(integration.key().name());
            next.put(
                    integration.key().name(),
                    earlier != null && hasSameReach && isSame(earlier.stored(), integration)
                            ? again(earlier, integration)
                            : loaded(integration, reachesInside));
        }
        known.put(owner, new Owned(now.revision(), next, reachesInside, now.at()));
        forgetOld(owner);
        before.values().stream()
                .filter(loaded -> next.values().stream().noneMatch(one -> one.isOf(loaded.endpoint())))
                .forEach(loaded -> loaded.endpoint().close());
        return next;
    }

    private static boolean isSame(StoredIntegration before, StoredIntegration now) {
        return before.version() == now.version() && before.createdAt().equals(now.createdAt());
    }

    private static Loaded again(Loaded before, StoredIntegration now) {
        now.demand().ifPresent(before.endpoint()::demanded);
        return new Loaded(now, before.endpoint(), before.documentLength());
    }

    private Loaded loaded(StoredIntegration integration, boolean reachesInside) {
        Optional<String> document = stores.integrations().document(integration.key());
        ToolEndpoint endpoint;
        try {
            endpoint = connector.connect(integration.definition(), integration.version(), document, reachesInside);
        } catch (Refusal unusable) {
            String reason = unusable.problem().message();
            LOG.log(Level.WARNING, "the integration {0} cannot be used: {1}", integration.key(), reason);
            endpoint = new UnusableEndpoint(integration.definition(), reason);
        }
        integration.demand().ifPresent(endpoint::demanded);
        return new Loaded(integration, endpoint, document.map(String::length).orElse(0));
    }

    /** Keeps the last used ones within the bounds; the shared ones, and those just loaded, always stay. */
    private void forgetOld(Optional<UserId> loaded) {
        long documents = known.values().stream().mapToLong(Owned::documents).sum();
        if (known.size() <= MOST_USERS && documents <= MOST_DOCUMENTS) {
            return;
        }
        List<Map.Entry<Optional<UserId>, Owned>> oldestFirst = known.entrySet().stream()
                .filter(entry -> entry.getKey().isPresent() && !entry.getKey().equals(loaded))
                .sorted(Comparator.comparing(entry -> entry.getValue().usedAt))
                .toList();
        for (Map.Entry<Optional<UserId>, Owned> entry : oldestFirst) {
            if (known.size() <= MOST_USERS && documents <= MOST_DOCUMENTS) {
                return;
            }
            if (known.remove(entry.getKey(), entry.getValue())) {
                documents -= entry.getValue().documents();
                entry.getValue().byName().values().forEach(one -> one.endpoint().close());
            }
        }
    }
}
