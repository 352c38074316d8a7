package dev.guildhall.persistence.db;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.postgresql.PGProperty;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Where a PostgreSQL database is and how to get in. Its text form masks the password. Immutable.
 *
 * @param host a name or an address, IPv6 without brackets
 * @param port 1 to 65535
 * @param database the database's name
 * @param user who signs in
 * @param password in the clear; empty when none is needed
 * @param parameters further properties of the driver, for example {@code sslmode}
 */
public record DatabaseUrl(
        String host, int port, String database, String user, String password, Map<String, String> parameters) {
    private static final int DEFAULT_PORT = 5432;
    private static final int CONNECT_SECONDS = 3;
    private static final int LOGIN_SECONDS = 5;
    private static final int SILENCE_SECONDS = 60;
    private static final Pattern FORM = Pattern.compile("postgres(?:ql)?://"
            + "(?<user>[^:@/?#]+)(?::(?<password>[^@/?#]*))?@"
            + "(?<host>\\[[0-9A-Fa-f:.]+]|[^:@/?#\\[\\]]+)(?::(?<port>\\d{1,5}))?"
            + "/(?<database>[^/?#]+)(?:\\?(?<parameters>[^#]*))?");
    private static final Map<String, String> OTHER_NAMES =
            Map.of("application_name", "ApplicationName", "connect_timeout", "connectTimeout");

    public DatabaseUrl {
        parameters = Map.copyOf(parameters);
    }

    /**
     * Reads {@code postgresql://user:password@host:port/name?parameters}; what is not a plain character in it is
     * percent-encoded. The port is 5432 when none is named.
     *
     * @throws DatabaseStartException naming the configuration key, never the password
     */
    public static DatabaseUrl parse(String text) {
        Matcher matcher = FORM.matcher(text.strip());
        if (!matcher.matches()) {
            throw malformed("must look like postgresql://user:password@host:port/name, special characters"
                    + " percent-encoded");
        }
        int port = Optional.ofNullable(matcher.group("port"))
                .map(Integer::parseInt)
                .orElse(DEFAULT_PORT);
        if (port < 1 || port > 0xffff) {
            throw malformed("the port must be between 1 and 65535");
        }
        return new DatabaseUrl(
                matcher.group("host").replace("[", "").replace("]", ""),
                port,
                decode(matcher.group("database")),
                decode(matcher.group("user")),
                decode(Optional.ofNullable(matcher.group("password")).orElse("")),
                parameters(Optional.ofNullable(matcher.group("parameters")).orElse("")));
    }

    private static Map<String, String> parameters(String query) {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (String pair : query.split("&")) {
            if (!pair.isEmpty()) {
                int equals = pair.indexOf('=');
                String given = decode(equals < 0 ? pair : pair.substring(0, equals));
                String name = OTHER_NAMES.getOrDefault(given, given);
                if (PGProperty.forName(name) == null) {
                    throw malformed("there is no parameter " + given);
                }
                parameters.put(name, equals < 0 ? "" : decode(pair.substring(equals + 1)));
            }
        }
        return parameters;
    }

    private static String decode(String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException notEncoded) {
            throw malformed("a % must be followed by two hexadecimal digits");
        }
    }

    private static DatabaseStartException malformed(String message) {
        return new DatabaseStartException("GUILDHALL_DATABASE_URL: " + message);
    }

    /** The same server and user, another database. */
    public DatabaseUrl withDatabase(String name) {
        return new DatabaseUrl(host, port, name, user, password, parameters);
    }

    /**
     * A source of new connections, each bounded in how long it takes to open and how long a read may be silent. What the
     * server tells of a failing row stays out of its exceptions.
     */
    public PGSimpleDataSource dataSource() {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setServerNames(new String[] {host.contains(":") ? "[" + host + "]" : host});
        source.setPortNumbers(new int[] {port});
        source.setDatabaseName(database);
        source.setUser(user);
        source.setPassword(password);
        source.setConnectTimeout(CONNECT_SECONDS);
        source.setLoginTimeout(LOGIN_SECONDS);
        source.setSocketTimeout(SILENCE_SECONDS);
        source.setTcpKeepAlive(true);
        source.setApplicationName("guildhall");
        source.setLogServerErrorDetail(false);
        parameters.forEach((name, value) -> set(source, name, value));
        return source;
    }

    private static void set(PGSimpleDataSource source, String name, String value) {
        try {
            source.setProperty(name, value);
        } catch (SQLException refused) {
            throw malformed("the parameter " + name + " does not take that value");
        }
    }

    /** The address as it may be printed: host, port and database. */
    public String address() {
        return host + ":" + port + "/" + database;
    }

    @Override
    public String toString() {
        return "postgresql://" + user + ":***@" + address();
    }
}
