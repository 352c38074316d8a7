package dev.guildhall.persistence.memory;

import dev.guildhall.persistence.db.Rows;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.memory.IndexedMemory;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryId;
import dev.guildhall.ports.memory.MemoryType;
import dev.guildhall.ports.search.TextEmbedding;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import org.jdbi.v3.core.statement.StatementContext;
import org.jdbi.v3.core.statement.Update;

/** Maps memories to rows. */
public final class MemoryRows {
    /** The columns that {@link #memory} reads; the embedding, which is larger than the rest, is not one of them. */
    static final String COLUMNS =
            "id, user_id, type, content, importance, tags, chat_id, source, created_at, superseded_by";

    private MemoryRows() {}

    public static Update bind(Update write, Optional<TextEmbedding> meaning) {
        return write.bind(
                        "embedding",
                        meaning.map(known -> EmbeddingBytes.write(known.embedding()))
                                .orElse(null))
                .bind("model", meaning.map(TextEmbedding::model));
    }

    static Memory memory(ResultSet row, StatementContext context) throws SQLException {
        return new Memory(
                new MemoryId(row.getString("id")),
                new UserId(row.getString("user_id")),
                MemoryType.fromWire(row.getString("type")),
                row.getString("content"),
                row.getDouble("importance"),
                Rows.texts(row, "tags"),
                Rows.optionalText(row, "chat_id").map(ChatId::new),
                Rows.optionalText(row, "source"),
                Rows.instant(row, "created_at"),
                Rows.optionalText(row, "superseded_by").map(MemoryId::new));
    }

    static IndexedMemory indexed(ResultSet row, StatementContext context) throws SQLException {
        return new IndexedMemory(
                memory(row, context), row.getString("fingerprint"), meaning(row), row.getLong("revision"));
    }

    public static Optional<TextEmbedding> meaning(ResultSet row) throws SQLException {
        Optional<byte[]> bytes = Optional.ofNullable(row.getBytes("embedding"));
        Optional<String> model = Rows.optionalText(row, "embedding_model");
        return bytes.flatMap(known -> model.map(name -> new TextEmbedding(name, EmbeddingBytes.read(known))));
    }
}
