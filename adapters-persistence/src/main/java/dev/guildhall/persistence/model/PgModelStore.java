package dev.guildhall.persistence.model;

import static java.util.stream.Collectors.groupingBy;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.persistence.secret.SecretBox;
import dev.guildhall.ports.completion.ModelCapability;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.model.Deployment;
import dev.guildhall.ports.model.ManagedModel;
import dev.guildhall.ports.model.ModelDefinition;
import dev.guildhall.ports.model.ModelStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Models in PostgreSQL. The lock of the one row of {@code model_changes} puts changes in order. */
public final class PgModelStore implements ModelStore {
    private final Db db;
    private final SecretBox box;

    private record Placed(String model, Deployment deployment) {}

    public PgModelStore(Db db, SecretBox box) {
        this.db = db;
        this.box = box;
    }

    @Override
    public long revision() {
        return db.one("SELECT revision FROM model_changes", Map.of(), Long.class);
    }

    @Override
    public List<ManagedModel> all() {
        return db.atomically(ignored -> read());
    }

    @Override
    public List<ManagedModel> lock() {
        db.requireTransaction();
        db.exists("SELECT 1 FROM model_changes FOR UPDATE", Map.of());
        return read();
    }

    private List<ManagedModel> read() {
        Map<String, List<Placed>> deployments = db
                .list("SELECT * FROM model_deployments ORDER BY model, place", Map.of(), (row, context) -> placed(row))
                .stream()
                .collect(groupingBy(Placed::model));
        return db.list(
                "SELECT * FROM models ORDER BY name COLLATE \"C\"",
                Map.of(),
                (row, context) -> model(row, deployments.getOrDefault(row.getString("name"), List.of())));
    }

    private Placed placed(ResultSet row) throws SQLException {
        String model = row.getString("model");
        String id = row.getString("id");
        return new Placed(
                model,
                new Deployment(
                        id,
                        row.getString("provider"),
                        row.getString("base_url"),
                        Rows.optionalText(row, "sealed_api_key")
                                .map(envelope -> box.open(envelope, purpose(model, id))),
                        row.getString("model_id"),
                        Deployment.Dialect.fromWire(row.getString("dialect")).orElseThrow(),
                        row.getInt("weight")));
    }

    private static ManagedModel model(ResultSet row, List<Placed> deployments) throws SQLException {
        Optional<Set<GroupId>> groups = row.getArray("groups") == null
                ? Optional.empty()
                : Optional.of(
                        Rows.texts(row, "groups").stream().map(GroupId::new).collect(Collectors.toUnmodifiableSet()));
        ModelDefinition definition = new ModelDefinition(
                row.getString("name"),
                deployments.stream().map(Placed::deployment).toList(),
                ModelDefinition.Choice.fromWire(row.getString("choice")).orElseThrow(),
                Rows.texts(row, "fallbacks"),
                Rows.optionalText(row, "prices").map(StoredPrice::read),
                Optional.ofNullable(row.getObject("context_tokens", Integer.class)),
                groups,
                Rows.texts(row, "capabilities").stream()
                        .flatMap(name -> ModelCapability.fromWire(name).stream())
                        .collect(Collectors.toUnmodifiableSet()),
                row.getBoolean("enabled"),
                row.getBoolean("is_default"));
        return new ManagedModel(definition, ManagedModel.Source.HTTP, row.getInt("version"));
    }

    @Override
    public void put(ManagedModel model) {
        db.inTransaction(() -> {
            changed();
            write(model);
            return model;
        });
    }

    private void changed() {
        db.update("UPDATE model_changes SET revision = revision + 1", Map.of());
    }

    private void write(ManagedModel model) {
        ModelDefinition definition = model.definition();
        String sql = """
            INSERT INTO models
                (name, version, choice, fallbacks, prices, context_tokens, groups, capabilities, enabled, is_default)
            VALUES (:name, :version, :choice, :fallbacks, CAST(:prices AS jsonb), :contextTokens,
                :groups, :capabilities, :enabled, :isDefault)
            ON CONFLICT (name) DO UPDATE
            SET version = excluded.version, choice = excluded.choice, fallbacks = excluded.fallbacks,
                prices = excluded.prices, context_tokens = excluded.context_tokens, groups = excluded.groups,
                capabilities = excluded.capabilities, enabled = excluded.enabled, is_default = excluded.is_default
            """;
        Map<String, Object> values = new HashMap<>();
        values.put("name", definition.name());
        values.put("version", model.version());
        values.put("choice", definition.choice().wireName());
        values.put("fallbacks", definition.fallbacks());
        values.put("prices", definition.price().map(StoredPrice::write));
        values.put("contextTokens", definition.contextTokens());
        values.put(
                "groups",
                definition
                        .groups()
                        .map(groups -> groups.stream().map(GroupId::value).toArray(String[]::new))
                        .orElse(null));
        values.put(
                "capabilities",
                definition.capabilities().stream()
                        .map(ModelCapability::wireName)
                        .sorted()
                        .toList());
        values.put("enabled", definition.enabled());
        values.put("isDefault", definition.isDefault());
        db.update(sql, values);
        db.update("DELETE FROM model_deployments WHERE model = :name", Map.of("name", definition.name()));
        for (int place = 0; place < definition.deployments().size(); place++) {
            write(definition.name(), place, definition.deployments().get(place));
        }
    }

    private void write(String model, int place, Deployment deployment) {
        String sql = """
            INSERT INTO model_deployments
                (model, id, place, provider, base_url, model_id, dialect, weight, sealed_api_key)
            VALUES (:modelName, :id, :place, :provider, :baseUrl, :model, :dialect, :weight, :sealedApiKey)
            """;
        Map<String, ?> values = Map.of(
                "modelName",
                model,
                "place",
                place,
                "sealedApiKey",
                deployment.apiKey().map(key -> box.seal(key, purpose(model, deployment.id()))));
        db.update(sql, values, deployment);
    }

    @Override
    public void remove(String name) {
        db.inTransaction(() -> {
            changed();
            return db.update("DELETE FROM models WHERE name = :name", Map.of("name", name));
        });
    }

    /** The identifier comes first, since it has no colon. */
    public static String purpose(String... modelAndId) {
        return "model-key:" + modelAndId[1] + ":" + modelAndId[0];
    }
}
