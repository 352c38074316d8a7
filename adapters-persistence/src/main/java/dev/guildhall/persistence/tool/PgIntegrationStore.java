package dev.guildhall.persistence.tool;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Erasure;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.persistence.db.StoredJson;
import dev.guildhall.persistence.secret.SecretBox;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationKind;
import dev.guildhall.ports.connection.IntegrationLogo;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.connection.SignInDemand;
import dev.guildhall.ports.integration.ImportResult;
import dev.guildhall.ports.integration.IntegrationDefinition;
import dev.guildhall.ports.integration.IntegrationStore;
import dev.guildhall.ports.integration.StoredIntegration;
import dev.guildhall.ports.problem.Violation;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.statement.StatementContext;

/** Integrations in PostgreSQL. The lock of the one row of {@code integration_changes} puts changes in order. */
public final class PgIntegrationStore implements IntegrationStore {
    private static final String COLUMNS = """
        owner, name, version, created_at, kind, display_name, description, url, base_url, sealed_headers, client_id,
        sealed_client_secret, scopes, sampling, demand_server, demand_metadata, demand_scopes, imported_at, checked_at,
        error, tool_count, left_out
        """;
    private static final String PUT = """
        INSERT INTO integrations AS kept (owner, name, version, created_at, kind, display_name, description, url, document,
            base_url, sealed_headers, client_id, sealed_client_secret, scopes, sampling, demand_server, demand_metadata,
            demand_scopes, imported_at, checked_at, error, tool_count, left_out)
        VALUES (:owner, :name, :version, :createdAt, :kindName, :displayName, :description, :url, :document, :baseUrl,
            :sealedHeaders, :clientId, :sealedClientSecret, :scopes, :sampling, :demandServer, :demandMetadata,
            :demandScopes, :importedAt, :checkedAt, :error, :tools, CAST(:leftOutJson AS json))
        ON CONFLICT (owner, name) DO UPDATE
        SET version = excluded.version, created_at = excluded.created_at, kind = excluded.kind,
            display_name = excluded.display_name, description = excluded.description, url = excluded.url,
            document = coalesce(excluded.document, kept.document), base_url = excluded.base_url,
            sealed_headers = excluded.sealed_headers, client_id = excluded.client_id,
            sealed_client_secret = excluded.sealed_client_secret, scopes = excluded.scopes, sampling = excluded.sampling,
            demand_server = excluded.demand_server, demand_metadata = excluded.demand_metadata,
            demand_scopes = excluded.demand_scopes, imported_at = excluded.imported_at,
            checked_at = excluded.checked_at, error = excluded.error, tool_count = excluded.tool_count,
            left_out = excluded.left_out
        """;

    private final Db db;
    private final SecretBox box;

    public PgIntegrationStore(Db db, SecretBox box) {
        this.db = db;
        this.box = box;
    }

    @Override
    public long revision() {
        return db.one("SELECT revision FROM integration_changes", Map.of(), Long.class);
    }

    @Override
    public List<StoredIntegration> of(Optional<UserId> owner) {
        String sql = "SELECT " + COLUMNS + " FROM integrations WHERE owner = :owner ORDER BY name COLLATE \"C\"";
        return db.list(sql, Map.of("owner", text(owner)), this::stored);
    }

    @Override
    public List<StoredIntegration> lock(Optional<UserId> owner) {
        db.requireTransaction();
        db.exists("SELECT 1 FROM integration_changes FOR UPDATE", Map.of());
        return of(owner);
    }

    @Override
    public Optional<StoredIntegration> find(Integration.Key key) {
        String sql = "SELECT " + COLUMNS + " FROM integrations WHERE owner = :owner AND name = :name";
        return db.find(sql, columns(key), this::stored);
    }

    @Override
    public List<UserId> owners(IntegrationName name) {
        String sql = "SELECT owner FROM integrations WHERE name = :name AND owner <> '' ORDER BY owner COLLATE \"C\"";
        return db.list(sql, Map.of("name", name), (row, context) -> new UserId(row.getString("owner")));
    }

    @Override
    public long documents(Optional<UserId> owner) {
        String sql = "SELECT coalesce(sum(length(document)), 0) FROM integrations WHERE owner = :owner";
        return db.one(sql, Map.of("owner", text(owner)), Long.class);
    }

    @Override
    public Optional<String> document(Integration.Key key) {
        String sql = "SELECT document FROM integrations WHERE owner = :owner AND name = :name AND document IS NOT NULL";
        return db.find(sql, columns(key), (row, context) -> row.getString("document"));
    }

    @Override
    public void put(StoredIntegration integration, Optional<String> document) {
        IntegrationDefinition definition = integration.definition();
        Map<String, Object> values = new HashMap<>(columns(integration.key()));
        values.put("kindName", definition.kind().wireName());
        values.put("document", document);
        values.put(
                "sealedHeaders",
                Optional.of(definition.headers())
                        .filter(headers -> !headers.isEmpty())
                        .map(headers -> box.seal(StoredJson.write(headers), headersPurpose(integration.key()))));
        values.put(
                "sealedClientSecret",
                definition.clientSecret().map(secret -> box.seal(secret, secretPurpose(integration.key()))));
        values.putAll(columns(integration.demand()));
        values.put("leftOutJson", leftOut(integration.result()));
        db.inTransaction(() -> {
            changed();
            return db.update(PUT, values, definition, integration, integration.result());
        });
    }

    private void changed() {
        db.update("UPDATE integration_changes SET revision = revision + 1", Map.of());
    }

    private static Map<String, Object> columns(Optional<SignInDemand> demand) {
        return Map.of(
                "demandServer", demand.map(SignInDemand::server),
                "demandMetadata", demand.flatMap(SignInDemand::resourceMetadata),
                "demandScopes", demand.map(SignInDemand::scopes).orElse(List.of()));
    }

    @Override
    public void remove(Integration.Key key) {
        db.inTransaction(() -> {
            changed();
            removeLogo(key);
            return db.update("DELETE FROM integrations WHERE owner = :owner AND name = :name", columns(key));
        });
    }

    @Override
    public void imported(Integration.Key key, int version, ImportResult result) {
        String sql = """
            UPDATE integrations SET imported_at = :importedAt, checked_at = :checkedAt, error = :error,
                tool_count = :tools, left_out = CAST(:leftOutJson AS json)
            WHERE owner = :owner AND name = :name AND version = :version
            """;
        Map<String, Object> values = new HashMap<>(columns(key));
        values.put("version", version);
        values.put("leftOutJson", leftOut(result));
        db.update(sql, values, result);
    }

    @Override
    public void demanded(Integration.Key key, SignInDemand demand) {
        String sql = """
            UPDATE integrations
            SET demand_server = :demandServer, demand_metadata = :demandMetadata, demand_scopes = :demandScopes
            WHERE owner = :owner AND name = :name
            """;
        Map<String, Object> values = new HashMap<>(columns(key));
        values.putAll(columns(Optional.of(demand)));
        db.inTransaction(() -> {
            changed();
            return db.update(sql, values);
        });
    }

    @Override
    public Optional<IntegrationLogo> logo(Integration.Key key) {
        String sql = "SELECT type, content, fetched_at FROM integration_logos WHERE owner = :owner AND name = :name";
        return db.find(
                sql,
                columns(key),
                (row, _) -> new IntegrationLogo(
                        row.getString("type"),
                        Base64.getEncoder().encodeToString(row.getBytes("content")),
                        Rows.instant(row, "fetched_at")));
    }

    @Override
    public Map<IntegrationName, Instant> logos(Optional<UserId> owner) {
        Map<IntegrationName, Instant> fetched = new HashMap<>();
        db.list(
                        "SELECT name, fetched_at FROM integration_logos WHERE owner = :owner",
                        Map.of("owner", text(owner)),
                        (row, _) ->
                                Map.entry(new IntegrationName(row.getString("name")), Rows.instant(row, "fetched_at")))
                .forEach(logo -> fetched.put(logo.getKey(), logo.getValue()));
        return fetched;
    }

    @Override
    public void putLogo(Integration.Key key, IntegrationLogo logo) {
        String sql = """
            INSERT INTO integration_logos (owner, name, type, content, fetched_at)
            VALUES (:owner, :name, :type, :content, :fetchedAt)
            ON CONFLICT (owner, name) DO UPDATE
            SET type = excluded.type, content = excluded.content, fetched_at = excluded.fetched_at
            """;
        Map<String, Object> values = new HashMap<>(columns(key));
        values.put("type", logo.type());
        values.put("content", Base64.getDecoder().decode(logo.base64()));
        values.put("fetchedAt", logo.fetchedAt());
        db.update(sql, values);
    }

    @Override
    public void removeLogo(Integration.Key key) {
        db.update("DELETE FROM integration_logos WHERE owner = :owner AND name = :name", columns(key));
    }

    private static Map<String, Object> columns(Integration.Key key) {
        return Map.of("owner", text(key.owner()), "name", key.name());
    }

    /** The owner of shared integrations is the empty text. */
    private static String text(Optional<UserId> owner) {
        return owner.map(UserId::value).orElse("");
    }

    private static String leftOut(ImportResult result) {
        return StoredJson.write(result.leftOut().stream()
                .map(tool -> Map.of("name", tool.field(), "reason", tool.message()))
                .toList());
    }

    private StoredIntegration stored(ResultSet row, StatementContext context) throws SQLException {
        String owner = row.getString("owner");
        Integration.Key key = new Integration.Key(
                Optional.of(owner).filter(text -> !text.isEmpty()).map(UserId::new),
                new IntegrationName(row.getString("name")));
        Map<String, String> headers = new LinkedHashMap<>();
        Rows.optionalText(row, "sealed_headers")
                .map(envelope -> StoredJson.readObject(box.open(envelope, headersPurpose(key))))
                .orElse(Map.of())
                .forEach((name, value) -> headers.put(name, String.valueOf(value)));
        IntegrationDefinition definition = new IntegrationDefinition(
                key,
                row.getString("display_name"),
                row.getString("description"),
                kind(row.getString("kind")),
                Rows.optionalText(row, "url"),
                Rows.optionalText(row, "base_url"),
                headers,
                Rows.optionalText(row, "client_id"),
                Rows.optionalText(row, "sealed_client_secret").map(envelope -> box.open(envelope, secretPurpose(key))),
                Rows.scopes(row, "scopes"),
                row.getBoolean("sampling"));
        return new StoredIntegration(
                definition, row.getInt("version"), Rows.instant(row, "created_at"), demand(row, key), result(row));
    }

    private static IntegrationKind kind(String name) {
        return Arrays.stream(IntegrationKind.values())
                .filter(kind -> kind.wireName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Optional<SignInDemand> demand(ResultSet row, Integration.Key key) throws SQLException {
        Optional<String> metadata = Rows.optionalText(row, "demand_metadata");
        List<Scope> scopes = Rows.scopes(row, "demand_scopes");
        return Rows.optionalText(row, "demand_server")
                .map(server -> new SignInDemand(key.name(), server, metadata, scopes));
    }

    private static ImportResult result(ResultSet row) throws SQLException {
        List<Violation> leftOut = new ArrayList<>();
        for (Map<String, Object> tool : StoredJson.readObjects(row.getString("left_out"))) {
            leftOut.add(new Violation(String.valueOf(tool.get("name")), String.valueOf(tool.get("reason"))));
        }
        return new ImportResult(
                Rows.optionalInstant(row, "imported_at"),
                Rows.optionalInstant(row, "checked_at"),
                Rows.optionalText(row, "error"),
                row.getInt("tool_count"),
                leftOut);
    }

    @Override
    public int erase(UserId user, int most) {
        return new Erasure(db, user, most)
                .from("integrations", "owner")
                .from("integration_logos", "owner")
                .removed();
    }

    /** The name comes first, since it has no colon. */
    private static String headersPurpose(Integration.Key key) {
        return headersPurpose(text(key.owner()), key.name().value());
    }

    /** @param ownerAndName with an empty owner for shared ones */
    public static String headersPurpose(String... ownerAndName) {
        return "integration-headers:" + ownerAndName[1] + ":" + ownerAndName[0];
    }

    private static String secretPurpose(Integration.Key key) {
        return secretPurpose(text(key.owner()), key.name().value());
    }

    /** @param ownerAndName with an empty owner for shared ones */
    public static String secretPurpose(String... ownerAndName) {
        return "integration-secret:" + ownerAndName[1] + ":" + ownerAndName[0];
    }
}
