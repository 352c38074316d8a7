package dev.guildhall.ports.integration;

import dev.guildhall.ports.UserData;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationLogo;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.connection.SignInDemand;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Driven port: integrations that users add while the server runs, and the logos of all. Headers and client secrets are sealed at rest. Blocks.
 * Takes part in {@code Transactions}.
 */
public interface IntegrationStore extends UserData {
    /** A number that grows with every write of an integration but {@link #imported}: while it stays the same, so do the integrations. */
    long revision();

    /**
     * All integrations of an owner, by name.
     *
     * @param owner absent means the shared ones
     */
    List<StoredIntegration> of(Optional<UserId> owner);

    /**
     * As {@link #of}, locked until the open transaction ends: another caller that locks any integrations waits, and then
     * reads the changed ones.
     */
    List<StoredIntegration> lock(Optional<UserId> owner);

    /** The integration with that key; empty when there is none. */
    Optional<StoredIntegration> find(Integration.Key key);

    /** The users who have a private integration of that name. */
    List<UserId> owners(IntegrationName name);

    /** How many characters the API documents of an owner have together. */
    long documents(Optional<UserId> owner);

    /** The API document of an integration; empty when it has none. */
    Optional<String> document(Integration.Key key);

    /**
     * Stores an integration in place of the one with its key, if there is one.
     *
     * @param document its API document; absent means that the stored one stays
     */
    void put(StoredIntegration integration, Optional<String> document);

    /** Removes an integration with its logo; nothing happens when there is none. */
    void remove(Integration.Key key);

    /** Stores the result of an import; nothing happens when the integration has another version. */
    void imported(Integration.Key key, int version, ImportResult result);

    /** Stores what a server asks of users who sign in; nothing happens when there is no such integration. */
    void demanded(Integration.Key key, SignInDemand demand);

    /** The logo of an integration; empty when none is stored. */
    Optional<IntegrationLogo> logo(Integration.Key key);

    /**
     * The names of the integrations of an owner that have a logo, with the times when these were fetched.
     *
     * @param owner absent means the shared ones
     */
    Map<IntegrationName, Instant> logos(Optional<UserId> owner);

    /** Stores a logo in place of the one before; the integration may be one that a manifest declares. */
    void putLogo(Integration.Key key, IntegrationLogo logo);

    /** Removes a logo; nothing happens when there is none. */
    void removeLogo(Integration.Key key);
}
