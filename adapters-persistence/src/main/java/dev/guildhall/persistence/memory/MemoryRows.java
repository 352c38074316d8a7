package dev.guildhall.persistence.memory;

import dev.guildhall.persistence.db.Rows;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryId;
import dev.guildhall.ports.memory.MemoryType;
import dev.guildhall.ports.search.QuantisedEmbedding;
import dev.guildhall.ports.search.TextEmbedding;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import org.jdbi.v3.core.statement.StatementContext;
import org.jdbi.v3.core.statement.Update;
import org.jspecify.annotations.Nullable;

public final class MemoryRows {
    /** The columns that {@link #memory} reads; the embedding, which is larger than the rest, is not one of them. */
    static final String COLUMNS =
            "id, user_id, counts_for, type, content, importance, tags, chat_id, source, created_at, superseded_by";

    private MemoryRows() {}

    public static Update bind(Update write, Optional<TextEmbedding> embedding) {
        return write.bind(
                        "embedding",
                        embedding
                                .map(known -> EmbeddingBytes.write(known.embedding()))
                                .orElse(null))
                .bind("model", embedding.map(TextEmbedding::model));
    }

    static Update bindQuantised(Update write, Optional<TextEmbedding> embedding) {
        Optional<QuantisedEmbedding> known =
                embedding.map(TextEmbedding::embedding).map(QuantisedEmbedding::of);
        return write.bind("embedding", known.map(QuantisedEmbedding::values).orElse(null))
                .bind("scale", known.map(QuantisedEmbedding::scale))
                .bind("model", embedding.map(TextEmbedding::model));
    }

    static Memory memory(ResultSet row, StatementContext context) throws SQLException {
        return new Memory(
                new MemoryId(row.getString("id")),
                new UserId(row.getString("user_id")),
                Rows.optionalText(row, "counts_for").map(UserId::new),
                MemoryType.fromWire(row.getString("type")),
                row.getString("content"),
                row.getDouble("importance"),
                Rows.texts(row, "tags"),
                Rows.optionalText(row, "chat_id").map(ChatId::new),
                Rows.optionalText(row, "source"),
                Rows.instant(row, "created_at"),
                Rows.optionalText(row, "superseded_by").map(MemoryId::new));
    }

    private static Optional<QuantisedEmbedding> embedding(byte @Nullable [] bytes, @Nullable Float scale) {
        if (bytes == null) {
            return Optional.empty();
        }
        return Optional.of(
                scale == null
                        ? QuantisedEmbedding.of(EmbeddingBytes.read(bytes))
                        : new QuantisedEmbedding(bytes, scale));
    }

    /** The embedding, also of a row of before version 45, which has no scale. */
    static Optional<QuantisedEmbedding> embedding(ResultSet row) throws SQLException {
        return embedding(row.getBytes("embedding"), row.getObject("embedding_scale", Float.class));
    }

    public static Optional<TextEmbedding> textEmbedding(ResultSet row) throws SQLException {
        Optional<byte[]> bytes = Optional.ofNullable(row.getBytes("embedding"));
        Optional<String> model = Rows.optionalText(row, "embedding_model");
        return bytes.flatMap(known -> model.map(name -> new TextEmbedding(name, EmbeddingBytes.read(known))));
    }
}
