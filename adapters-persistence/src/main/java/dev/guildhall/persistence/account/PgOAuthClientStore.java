package dev.guildhall.persistence.account;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.ports.authorization.OAuthClient;
import dev.guildhall.ports.authorization.OAuthClientStore;
import dev.guildhall.ports.session.ClientId;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

public final class PgOAuthClientStore implements OAuthClientStore {
    /** Two registrations at once may leave one client more than the limit; the next one removes it. */
    private static final String MAKE_ROOM = """
        DELETE FROM oauth_clients WHERE id = ANY(ARRAY(
            SELECT id FROM oauth_clients
            ORDER BY (connected_at IS NOT NULL), coalesce(connected_at, registered_at), id
            LIMIT greatest(0, (SELECT count(*) FROM oauth_clients) - :most + 1)
            FOR UPDATE SKIP LOCKED))
        """;

    private static final String ADD = """
        INSERT INTO oauth_clients (id, name, redirects, registered_at) VALUES (:id, :name, :redirects, :now)
        """;

    private final Db db;

    public PgOAuthClientStore(Db db) {
        this.db = db;
    }

    @Override
    public void add(OAuthClient client, Instant now, int most) {
        db.update(MAKE_ROOM, Map.of("most", most));
        db.update(ADD, Map.of("now", now), client);
    }

    @Override
    public Optional<OAuthClient> find(ClientId id) {
        return db.find("SELECT * FROM oauth_clients WHERE id = :id", Map.of("id", id), OAuthClient.class);
    }

    @Override
    public void connected(ClientId id, Instant now) {
        db.update("UPDATE oauth_clients SET connected_at = :now WHERE id = :id", Map.of("id", id, "now", now));
    }

    @Override
    public int sweep(Instant registeredBefore, Instant connectedBefore, int most) {
        String sql = """
            DELETE FROM oauth_clients WHERE id = ANY(ARRAY(
                SELECT id FROM oauth_clients
                WHERE connected_at < :connectedBefore OR (connected_at IS NULL AND registered_at < :registeredBefore)
                LIMIT :most FOR UPDATE SKIP LOCKED))
            """;
        return db.update(
                sql, Map.of("registeredBefore", registeredBefore, "connectedBefore", connectedBefore, "most", most));
    }
}
