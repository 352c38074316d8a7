package dev.guildhall.persistence.file;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.ports.Cursor;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.file.FileId;
import dev.guildhall.ports.file.FileName;
import dev.guildhall.ports.file.FileStore;
import dev.guildhall.ports.file.StoredFile;
import dev.guildhall.ports.run.Sha256;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jdbi.v3.core.statement.StatementContext;

/** Files of users in PostgreSQL. Thread-safe. */
public final class PgFileStore implements FileStore {
    private static final String ADD = """
        INSERT INTO files (id, user_id, name, size, content_type, sha256, created_at)
        VALUES (:id, :userId, :name, :size, :contentType, :sha256, :createdAt)
        """;

    private final Db db;

    public PgFileStore(Db db) {
        this.db = db;
    }

    /** The lock on the account's row serializes uploads of one user, so that each sees the size of the others. */
    @Override
    public boolean add(UserId userId, List<StoredFile> files, long most) {
        long size = files.stream().mapToLong(StoredFile::size).sum();
        return db.atomically(handle -> {
            handle.createQuery("SELECT id FROM users WHERE id = :userId FOR NO KEY UPDATE")
                    .bind("userId", userId.value())
                    .mapTo(String.class)
                    .findOne();
            boolean fits = bytesOf(userId) + size <= most;
            if (fits) {
                insert(handle, files);
            }
            return fits;
        });
    }

    private static void insert(Handle handle, List<StoredFile> files) {
        try (PreparedBatch batch = handle.prepareBatch(ADD)) {
            for (StoredFile file : files) {
                batch.bind("id", file.id().value())
                        .bind("userId", file.userId().value())
                        .bind("name", file.name().value())
                        .bind("size", file.size())
                        .bind("contentType", file.contentType())
                        .bind("sha256", file.sha256().value())
                        .bind("createdAt", file.createdAt())
                        .add();
            }
            batch.execute();
        }
    }

    @Override
    public Optional<StoredFile> find(FileId id) {
        return db.with(handle -> handle.createQuery("SELECT * FROM files WHERE id = :id")
                .bind("id", id.value())
                .map(PgFileStore::file)
                .findOne());
    }

    @Override
    public Page<StoredFile> ofUser(UserId userId, PageRequest page) {
        String sql = """
            SELECT * FROM files
            WHERE user_id = :userId AND (CAST(:behind AS text) IS NULL OR id < :behind)
            ORDER BY id DESC LIMIT :oneMore
            """;
        List<StoredFile> oneMore = db.with(handle -> handle.createQuery(sql)
                .bind("userId", userId.value())
                .bind("behind", page.cursor().map(Cursor::lastId))
                .bind("oneMore", page.limit().value() + 1)
                .map(PgFileStore::file)
                .list());
        return Page.cut(oneMore, page.limit(), StoredFile::id);
    }

    @Override
    public long bytesOf(UserId userId) {
        String sql = "SELECT coalesce(sum(size), 0) FROM files WHERE user_id = :userId";
        return db.with(handle -> handle.createQuery(sql)
                .bind("userId", userId.value())
                .mapTo(Long.class)
                .one());
    }

    @Override
    public void remove(FileId id) {
        db.with(handle -> handle.createUpdate("DELETE FROM files WHERE id = :id")
                .bind("id", id.value())
                .execute());
    }

    @Override
    public Set<Sha256> inUse(Set<Sha256> contents) {
        String sql = "SELECT DISTINCT sha256 FROM files WHERE sha256 = ANY(:contents)";
        return db.with(handle -> handle.createQuery(sql)
                .bind("contents", contents.stream().map(Sha256::value).toArray(String[]::new))
                .map((row, context) -> new Sha256(row.getString("sha256")))
                .set());
    }

    private static StoredFile file(ResultSet row, StatementContext context) throws SQLException {
        return new StoredFile(
                new FileId(row.getString("id")),
                new UserId(row.getString("user_id")),
                new FileName(row.getString("name")),
                row.getLong("size"),
                row.getString("content_type"),
                new Sha256(row.getString("sha256")),
                Rows.instant(row, "created_at"));
    }
}
