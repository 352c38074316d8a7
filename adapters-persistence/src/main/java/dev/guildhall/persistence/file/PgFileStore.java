package dev.guildhall.persistence.file;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Erasure;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.file.FileId;
import dev.guildhall.ports.file.FileStore;
import dev.guildhall.ports.file.StoredFile;
import dev.guildhall.ports.run.Sha256;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jdbi.v3.core.statement.PreparedBatch;

public final class PgFileStore implements FileStore {
    private static final String ADD = """
        INSERT INTO files (id, user_id, counts_for, name, size, content_type, sha256, created_at)
        VALUES (:id, :userId, %s, :name, :size, :contentType, :sha256, :createdAt)
        """.formatted(Rows.COUNTS_FOR);

    private static final String BYTES = """
        SELECT coalesce(sum(size), 0) FROM (
            SELECT size FROM files WHERE user_id = :userId AND counts_for IS NULL
            UNION ALL
            SELECT size FROM files WHERE counts_for = :userId) AS counted
        """;

    private static final RowMapper<StoredFile> FILE = ConstructorMapper.of(StoredFile.class);

    private final Db db;

    public PgFileStore(Db db) {
        this.db = db;
    }

    @Override
    public boolean add(UserId userId, List<StoredFile> files, long most) {
        long size = files.stream().mapToLong(StoredFile::size).sum();
        return db.atomically(handle -> {
            lock(userId);
            boolean fits = bytesOf(userId) + size <= most;
            if (fits) {
                insert(handle, files);
            }
            return fits;
        });
    }

    /** The lock on the account's row serializes uploads of one user, so that each sees the size of the others. */
    @Override
    public void lock(UserId userId) {
        db.requireTransaction();
        db.exists("SELECT 1 FROM accounts WHERE id = :userId FOR NO KEY UPDATE", Map.of("userId", userId));
    }

    private static void insert(Handle handle, List<StoredFile> files) {
        try (PreparedBatch batch = handle.prepareBatch(ADD)) {
            files.forEach(file -> batch.bindMethods(file).add());
            batch.execute();
        }
    }

    @Override
    public Optional<StoredFile> find(FileId id) {
        return db.find("SELECT * FROM files WHERE id = :id", Map.of("id", id), FILE);
    }

    @Override
    public Page<StoredFile> ofUser(UserId userId, PageRequest page) {
        String sql = """
            SELECT * FROM files
            WHERE user_id = :userId AND (CAST(:behind AS text) IS NULL OR id < :behind)
            ORDER BY id DESC LIMIT :oneMore
            """;
        return Page.cut(db.oneMore(sql, Map.of("userId", userId), page, FILE), page.limit(), StoredFile::id);
    }

    @Override
    public long bytesOf(UserId userId) {
        return db.one(BYTES, Map.of("userId", userId), Long.class);
    }

    @Override
    public void remove(FileId id) {
        db.update("DELETE FROM files WHERE id = :id", Map.of("id", id));
    }

    @Override
    public Set<Sha256> inUse(Set<Sha256> contents) {
        String sql = "SELECT DISTINCT sha256 FROM files WHERE sha256 = ANY(:contents)";
        return Set.copyOf(db.list(sql, Map.of("contents", contents), Sha256.class));
    }

    @Override
    public int erase(UserId user, int most) {
        return new Erasure(db, user, most)
                .from("files", "user_id")
                .release("files")
                .removed();
    }
}
