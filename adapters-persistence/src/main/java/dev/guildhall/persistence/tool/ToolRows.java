package dev.guildhall.persistence.tool;

import dev.guildhall.persistence.db.Rows;
import dev.guildhall.persistence.db.StoredJson;
import dev.guildhall.persistence.memory.MemoryRows;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.tool.IndexedTool;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolDefinition;
import dev.guildhall.ports.tool.ToolDescription;
import dev.guildhall.ports.tool.ToolId;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolSource;
import dev.guildhall.ports.tool.ToolStatus;
import dev.guildhall.ports.tool.ToolVersion;
import dev.guildhall.ports.tool.Visibility;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.statement.StatementContext;
import org.jdbi.v3.core.statement.Update;

final class ToolRows {
    private ToolRows() {}

    static Update bind(Update insert, Tool tool) {
        ToolDefinition definition = tool.definition();
        return insert.bindMethods(tool)
                .bindMethods(definition)
                .bind("versionKey", definition.version().orderKey())
                .bind("parameters", ParametersJson.write(definition.parameters()))
                .bind("inputSchema", definition.parameters().imported().map(StoredJson::write))
                .bind("declaredJson", declared(definition))
                .bind("deprecatedAt", tool.deprecation().map(Tool.Deprecation::at))
                .bind("deprecatedBy", tool.deprecation().flatMap(Tool.Deprecation::by));
    }

    static Tool tool(ResultSet row, StatementContext context) throws SQLException {
        Optional<UserId> deprecatedBy = Rows.optionalText(row, "deprecated_by").map(UserId::new);
        Optional<Instant> deprecatedAt = Rows.optionalInstant(row, "deprecated_at");
        Optional<UserId> registrant = Rows.optionalText(row, "registrant").map(UserId::new);
        return new Tool(
                new ToolId(row.getString("id")),
                definition(row),
                registrant,
                // A node of an earlier version does not write the column.
                registrant.isEmpty() || row.getBoolean("imported"),
                Visibility.fromWire(row.getString("visibility")).orElseThrow(),
                ToolSource.fromWire(row.getString("source")).orElseThrow(),
                ToolStatus.fromWire(row.getString("status")).orElseThrow(),
                Rows.instant(row, "created_at"),
                deprecatedAt.map(at -> new Tool.Deprecation(at, deprecatedBy)));
    }

    private static ToolDefinition definition(ResultSet row) throws SQLException {
        return new ToolDefinition(
                new ToolName(row.getString("name")),
                new ToolDescription(row.getString("description")),
                new ToolVersion(row.getString("version")),
                ParametersJson.read(row.getString("parameters"), Rows.optionalText(row, "input_schema")),
                new IntegrationName(row.getString("integration")),
                Rows.scopes(row, "required_scopes"),
                Rows.optionalText(row, "declared").map(StoredJson::readObject).orElse(Map.of()));
    }

    /** What a server declares, as it is stored. */
    static Optional<String> declared(ToolDefinition definition) {
        return Optional.of(definition.declared())
                .filter(declared -> !declared.isEmpty())
                .map(StoredJson::write);
    }

    static IndexedTool indexed(ResultSet row, StatementContext context) throws SQLException {
        return new IndexedTool(tool(row, context), MemoryRows.textEmbedding(row));
    }
}
