package dev.guildhall.persistence.tool;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Erasure;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.persistence.secret.SecretBox;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.connection.Connection;
import dev.guildhall.ports.connection.ConnectionStore;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.connection.SignInDemand;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.StatementContext;

/**
 * Connections in PostgreSQL. Their credentials are encrypted for their owners. Row locks put concurrent changes of a
 * connection in order.
 */
public final class PgConnectionStore implements ConnectionStore {
    private static final String PUT = """
        INSERT INTO connections AS kept (user_id, integration, kind, sealed_credential, sealed_refresh_token, expires_at,
            granted_scopes, connected_at, revision, sealed_registration)
        VALUES (:userId, :integration, :kind, :credential, :refreshToken, :expiresAt, :scopes, :connectedAt, 1,
            :registration)
        ON CONFLICT (user_id, integration) DO UPDATE
        SET kind = excluded.kind, sealed_credential = excluded.sealed_credential,
            sealed_refresh_token = excluded.sealed_refresh_token, sealed_registration = excluded.sealed_registration,
            expires_at = excluded.expires_at,
            granted_scopes = excluded.granted_scopes, connected_at = excluded.connected_at,
            revision = kept.revision + 1, refresh_lease_until = NULL, missing_scopes = '{}', imported_at = NULL
        RETURNING *
        """;
    private static final String REFRESHED = """
        UPDATE connections
        SET kind = :kind, sealed_credential = :credential, sealed_refresh_token = :refreshToken, expires_at = :expiresAt,
            sealed_registration = :registration, granted_scopes = :scopes, revision = revision + 1, refresh_lease_until = NULL
        WHERE user_id = :userId AND integration = :integration AND revision = :revision AND connected_at = :connectedAt
        RETURNING *
        """;

    private final Db db;
    private final SecretBox box;

    public PgConnectionStore(Db db, SecretBox box) {
        this.db = db;
        this.box = box;
    }

    @Override
    public Optional<Connection> find(Connection.Key key) {
        String sql = "SELECT * FROM connections WHERE user_id = :userId AND integration = :integration";
        return db.find(sql, columns(key), this::connection);
    }

    @Override
    public List<Connection> ofUser(UserId userId) {
        return db.list(
                "SELECT * FROM connections WHERE user_id = :userId ORDER BY integration",
                Map.of("userId", userId),
                this::connection);
    }

    @Override
    public Connection put(Connection connection) {
        return db.with(handle ->
                bound(handle.createQuery(PUT), connection).map(this::connection).one());
    }

    @Override
    public Optional<Connection> remove(Connection.Key key) {
        String sql = "DELETE FROM connections WHERE user_id = :userId AND integration = :integration RETURNING *";
        return db.find(sql, columns(key), this::connection);
    }

    @Override
    public boolean discard(Connection connection) {
        String sql = """
            DELETE FROM connections
            WHERE user_id = :key.userId AND integration = :key.integration AND revision = :revision
              AND connected_at = :connectedAt
            """;
        return db.update(sql, connection) == 1;
    }

    @Override
    public boolean claimRefresh(Connection.Key key, int revision, Instant now, Instant leaseUntil) {
        String sql = """
            UPDATE connections SET refresh_lease_until = :leaseUntil
            WHERE user_id = :userId AND integration = :integration AND revision = :revision
              AND (refresh_lease_until IS NULL OR refresh_lease_until <= :now)
            """;
        return db.update(sql, Map.of("revision", revision, "leaseUntil", leaseUntil, "now", now), key) == 1;
    }

    @Override
    public Optional<Connection> refreshed(Connection refreshed) {
        return db.with(handle -> bound(handle.createQuery(REFRESHED), refreshed)
                .map(this::connection)
                .findOne());
    }

    @Override
    public void releaseRefresh(Connection.Key key, int revision, Instant leaseUntil) {
        String sql = """
            UPDATE connections SET refresh_lease_until = NULL
            WHERE user_id = :userId AND integration = :integration AND revision = :revision
              AND refresh_lease_until = :leaseUntil
            """;
        db.update(sql, Map.of("revision", revision, "leaseUntil", leaseUntil), key);
    }

    @Override
    public void lacks(Connection.Key key, List<Scope> scopes, int most) {
        String sql = """
            UPDATE connections SET missing_scopes =
                ARRAY(SELECT DISTINCT scope COLLATE "C" AS scope FROM unnest(missing_scopes || :scopes) AS scope ORDER BY 1 LIMIT :most)
            WHERE user_id = :userId AND integration = :integration
            """;
        if (!scopes.isEmpty()) {
            db.update(sql, Map.of("scopes", scopes, "most", most), key);
        }
    }

    @Override
    public List<Scope> missing(Connection.Key key) {
        String sql = "SELECT missing_scopes FROM connections WHERE user_id = :userId AND integration = :integration";
        return db.find(sql, columns(key), (row, context) -> Rows.scopes(row, "missing_scopes"))
                .orElse(List.of());
    }

    @Override
    public void imported(Connection.Key key, Instant at) {
        String sql = "UPDATE connections SET imported_at = :at WHERE user_id = :userId AND integration = :integration";
        db.update(sql, Map.of("at", at), key);
    }

    @Override
    public List<Connection> importers(IntegrationName integration, int most) {
        String sql = """
            SELECT * FROM connections WHERE integration = :integration AND imported_at IS NOT NULL
            ORDER BY imported_at DESC, user_id COLLATE "C" LIMIT :most
            """;
        return db.list(sql, Map.of("integration", integration, "most", most), this::connection);
    }

    @Override
    public List<Connection> removeAll(Integration.Key integration, Collection<UserId> apart, int most) {
        String sql = """
            WITH removed AS (DELETE FROM connections WHERE %s RETURNING *)
            SELECT * FROM removed ORDER BY connected_at DESC, user_id COLLATE "C" LIMIT :most
            """.formatted(AT);
        Map<String, Object> parameters = new HashMap<>(at(integration, apart));
        parameters.put("most", most);
        return db.list(sql, parameters, this::connection);
    }

    /** The rows of users at an integration. */
    static final String AT = """
        integration = :integration AND (user_id = :owner OR (CAST(:owner AS text) IS NULL AND user_id <> ALL (:apart)))
        """;

    static Map<String, ?> at(Integration.Key integration, Collection<UserId> apart) {
        return Map.of("integration", integration.name(), "owner", integration.owner(), "apart", apart);
    }

    @Override
    public void demanded(SignInDemand demand) {
        String sql = """
            INSERT INTO sign_in_demands (integration, server, resource_metadata, scopes)
            VALUES (:integration, :server, :resourceMetadata, :scopes)
            ON CONFLICT (integration) DO UPDATE
            SET server = excluded.server, resource_metadata = excluded.resource_metadata, scopes = excluded.scopes
            """;
        db.update(sql, demand);
    }

    @Override
    public List<SignInDemand> demands() {
        return db.list(
                "SELECT * FROM sign_in_demands ORDER BY integration COLLATE \"C\"",
                Map.of(),
                (row, context) -> new SignInDemand(
                        new IntegrationName(row.getString("integration")),
                        row.getString("server"),
                        Optional.ofNullable(row.getString("resource_metadata")),
                        Rows.scopes(row, "scopes")));
    }

    private static Map<String, ?> columns(Connection.Key key) {
        return Map.of("userId", key.userId(), "integration", key.integration());
    }

    private Query bound(Query query, Connection connection) {
        return query.bindMethods(connection.key())
                .bindMethods(SealedCredential.seal(box, connection))
                .bind("scopes", connection.grantedScopes())
                .bind("connectedAt", connection.connectedAt())
                .bind("revision", connection.revision());
    }

    private Connection connection(ResultSet row, StatementContext context) throws SQLException {
        Connection.Key key = new Connection.Key(
                new UserId(row.getString("user_id")), new IntegrationName(row.getString("integration")));
        return new Connection(
                key,
                SealedCredential.open(box, row),
                Rows.scopes(row, "granted_scopes"),
                Rows.instant(row, "connected_at"),
                row.getInt("revision"));
    }

    @Override
    public int erase(UserId user, int most) {
        return new Erasure(db, user, most).from("connections", "user_id").removed();
    }
}
