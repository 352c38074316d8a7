package dev.guildhall.persistence.db;

import dev.guildhall.ports.Actor;
import dev.guildhall.ports.ApiKeyId;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.connection.Scope;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/** Reads columns as values of the ports, and writes some of them. */
public final class Rows {
    /**
     * An expression for the column {@code counts_for} of a new row: the parameter {@code :countsFor}, or null when there is
     * no such account. It does not lock the account: its statements hold locks of other users then.
     */
    public static final String COUNTS_FOR = "(SELECT id FROM accounts WHERE id = :countsFor)";

    private Rows() {}

    public static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    public static Optional<Instant> optionalInstant(ResultSet row, String column) throws SQLException {
        return Optional.ofNullable(row.getObject(column, OffsetDateTime.class)).map(OffsetDateTime::toInstant);
    }

    public static Optional<String> optionalText(ResultSet row, String column) throws SQLException {
        return Optional.ofNullable(row.getString(column));
    }

    /** Reads the columns {@code profile_id}, {@code key_id} and {@code counts_for}. */
    public static Actor actor(ResultSet row) throws SQLException {
        return new Actor(
                new ProfileId(row.getString("profile_id")),
                optionalText(row, "key_id").map(ApiKeyId::new),
                optionalText(row, "counts_for").map(UserId::new));
    }

    public static List<Scope> scopes(ResultSet row, String column) throws SQLException {
        return texts(row, column).stream().map(Scope::new).toList();
    }

    /** A column of some rows that are written. */
    public static <R, T> List<T> each(Collection<R> rows, Function<R, T> value) {
        return rows.stream().map(value).toList();
    }

    public static <R> Integer[] integers(Collection<R> rows, ToIntFunction<R> value) {
        return rows.stream().mapToInt(value).boxed().toArray(Integer[]::new);
    }

    public static <R> Long[] longs(Collection<R> rows, ToLongFunction<R> value) {
        return rows.stream().mapToLong(value).boxed().toArray(Long[]::new);
    }

    public static List<String> texts(ResultSet row, String column) throws SQLException {
        return List.of((String[]) row.getArray(column).getArray());
    }
}
