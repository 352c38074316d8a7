package dev.guildhall.core.tool.connection;

import dev.guildhall.core.cache.BoundedMap;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationKind;
import dev.guildhall.ports.connection.IntegrationLogo;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.tool.ToolEndpoint;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;

/** The logos of integrations, which are fetched after imports of their tools (tools-30). */
public final class IntegrationLogos {
    private static final Logger LOG = System.getLogger(IntegrationLogos.class.getName());

    private static final Duration FRESH = Duration.ofDays(1);
    /** How long a server whose logo could not be fetched is not asked again, however often its tools are imported. */
    private static final Duration AGAIN = Duration.ofHours(1);

    private static final int MOST_WANTED = 1_000;

    private final InstantSource clock;
    private final Stores stores;
    private final IntegrationDirectory directory;
    /** When endpoints were last asked in vain. */
    private final Map<ToolEndpoint, Instant> vain = Collections.synchronizedMap(new WeakHashMap<>());
    /** What is fetched again, however fresh it is. */
    private final Set<Integration.Key> wanted = Collections.synchronizedSet(
            Collections.newSetFromMap(BoundedMap.<Integration.Key, Boolean>firstInFirstOut(MOST_WANTED)));

    public IntegrationLogos(InstantSource clock, Stores stores, IntegrationDirectory directory) {
        this.clock = clock;
        this.stores = stores;
        this.directory = directory;
    }

    /** The next {@link #fetch} of this integration does not leave a logo because it is fresh. */
    public void want(Integration.Key key) {
        wanted.add(key);
    }

    /**
     * Fetches the logo that an integration named at its last import, unless a fresh one is kept. One that cannot be fetched
     * leaves the kept one in place, and fails nothing. Blocks for at most 15 s.
     */
    public void fetch(ToolEndpoint endpoint) {
        Integration integration = endpoint.integration();
        if (integration.kind() != IntegrationKind.MCP) {
            return;
        }
        try {
            boolean isWanted = wanted.remove(integration.key());
            Instant now = clock.instant();
            boolean isVain = vain.getOrDefault(endpoint, Instant.MIN).isAfter(now.minus(AGAIN));
            if (isWanted || (!isVain && !isFresh(integration.key()))) {
                endpoint.logo().ifPresentOrElse(logo -> keep(endpoint, logo), () -> vain.put(endpoint, now));
            }
        } catch (RuntimeException failure) {
            LOG.log(Level.DEBUG, "the logo of " + integration.name() + " was not fetched", failure);
        }
    }

    private boolean isFresh(Integration.Key key) {
        Instant fetched = of(key.owner()).getOrDefault(key.name(), Instant.MIN);
        return fetched.isAfter(clock.instant().minus(FRESH));
    }

    /** Nothing is kept when the integration was changed or removed meanwhile. */
    private void keep(ToolEndpoint endpoint, IntegrationLogo logo) {
        Integration.Key key = endpoint.integration().key();
        if (endpoint.integration().source() != Integration.Source.HTTP) {
            stores.integrations().putLogo(key, logo);
            return;
        }
        Optional<Integer> version = directory.version(endpoint);
        stores.transactions().run(() -> {
            boolean isSame = stores.integrations().lock(key.owner()).stream()
                    .filter(stored -> stored.key().equals(key))
                    .anyMatch(stored -> version.equals(Optional.of(stored.version())));
            if (isSame) {
                stores.integrations().putLogo(key, logo);
            }
        });
    }

    /** The names of the integrations of an owner that have a logo, with the times when these were fetched. */
    Map<IntegrationName, Instant> of(Optional<UserId> owner) {
        return stores.integrations().logos(owner);
    }

    Optional<IntegrationLogo> find(Integration.Key key) {
        return stores.integrations().logo(key);
    }
}
