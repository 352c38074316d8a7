package dev.guildhall.core.tool.connection;

import dev.guildhall.ports.connection.ConnectionStore;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.SignInDemand;
import dev.guildhall.ports.integration.IntegrationStore;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.ToolEndpoint;
import dev.guildhall.ports.tool.ToolEndpoints;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;

/** Shares what servers ask of users who sign in between the nodes of an installation, and keeps it through restarts. */
public final class SignInDemands {
    private static final Logger LOG = System.getLogger(SignInDemands.class.getName());

    private final ToolEndpoints endpoints;
    private final ConnectionStore store;
    private final IntegrationStore added;
    /** What the store has, as far as this node knows. */
    private final Map<ToolEndpoint, SignInDemand> stored = Collections.synchronizedMap(new WeakHashMap<>());

    public SignInDemands(ToolEndpoints endpoints, ConnectionStore store, IntegrationStore added) {
        this.endpoints = endpoints;
        this.store = store;
        this.added = added;
    }

    /** Tells the endpoints what their servers asked of other nodes. */
    public void load() {
        for (SignInDemand demand : store.demands()) {
            endpoints
                    .find(demand.integration())
                    .filter(endpoint -> !demand.equals(stored.put(endpoint, demand)))
                    .ifPresent(endpoint -> endpoint.demanded(demand));
        }
    }

    /** Stores what a server has asked for, if that is new. A store that does not respond is tried the next time. */
    public void keep(ToolEndpoint endpoint) {
        Optional<SignInDemand> demand = endpoint.demand();
        Integration integration = endpoint.integration();
        if (demand.isEmpty() || demand.get().equals(stored.get(endpoint))) {
            return;
        }
        try {
            if (integration.source() == Integration.Source.HTTP) {
                added.demanded(integration.key(), demand.get());
            } else {
                store.demanded(demand.get());
            }
            stored.put(endpoint, demand.get());
        } catch (Refusal unavailable) {
            LOG.log(
                    Level.WARNING,
                    "integration {0}: what it asks for is not stored: {1}",
                    demand.get().integration(),
                    unavailable.problem().message());
        }
    }
}
