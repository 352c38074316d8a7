package dev.guildhall.persistence.config;

import java.lang.System.Logger.Level;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;
import org.postgresql.PGProperty;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * The address of a PostgreSQL database, with its user and password. Its text form masks the password. Immutable.
 *
 * @param servers {@code host:port}, one or several separated by commas; IPv6 addresses have brackets
 * @param database the database's name
 * @param user the user's name
 * @param password in clear; empty when the server needs none
 * @param parameters further properties of the driver, for example {@code sslmode}
 */
public record DatabaseUrl(
        String servers, String database, String user, String password, Map<String, String> parameters) {
    private static final System.Logger LOG = System.getLogger(DatabaseUrl.class.getName());
    /** Whether this class is the first to load the driver, which registers itself then. */
    private static final boolean LOADS_DRIVER = DriverManager.drivers()
            .noneMatch(driver -> driver.getClass().getName().equals("org.postgresql.Driver"));

    private static final int CONNECT_SECONDS = 3;
    private static final int LOGIN_SECONDS = 5;
    private static final int SILENCE_SECONDS = 60;
    /** The driver's own form has no user and password before the servers. */
    private static final Pattern FORM =
            Pattern.compile("postgres(?:ql)?://(?<user>[^:@/?#]+)(?::(?<password>[^@/?#]*))?@"
                    + "(?<servers>[^@/?#]+)/(?<database>[^/?#]+)(?:\\?(?<parameters>[^#]*))?");

    private static final Map<String, String> OTHER_NAMES =
            Map.of("application_name", "ApplicationName", "connect_timeout", "connectTimeout");

    /** Parameters with which the driver chooses one of several servers. */
    private static final List<String> OF_SEVERAL =
            List.of("targetServerType", "loadBalanceHosts", "hostRecheckSeconds");

    public DatabaseUrl {
        parameters = Map.copyOf(parameters);
    }

    /**
     * Reads {@code postgresql://user:password@host:port/name?parameters}; special characters are percent-encoded. The
     * port is 5432 when it is left out.
     *
     * @throws DatabaseStartException when the address is malformed; the message names the configuration key, never the
     *     password
     */
    public static DatabaseUrl parse(String text) {
        Matcher matcher = FORM.matcher(text.strip());
        if (!matcher.matches()) {
            throw notOfTheForm();
        }
        String query = Optional.ofNullable(matcher.group("parameters")).orElse("");
        decode(query);
        Properties read = Driver.parseURL(
                "jdbc:postgresql://" + matcher.group("servers") + "/?" + query.replace("+", "%2B"), null);
        if (read == null) {
            throw notOfTheForm();
        }
        return new DatabaseUrl(
                servers(read),
                decode(matcher.group("database")),
                decode(matcher.group("user")),
                decode(Optional.ofNullable(matcher.group("password")).orElse("")),
                parameters(read));
    }

    private static String servers(Properties read) {
        String[] hosts = read.getProperty(PGProperty.PG_HOST.getName()).split(",");
        String[] ports = read.getProperty(PGProperty.PG_PORT.getName()).split(",");
        StringBuilder servers = new StringBuilder();
        for (int i = 0; i < hosts.length; i++) {
            servers.append(i == 0 ? "" : ",").append(hosts[i]).append(':').append(ports[i]);
        }
        return servers.toString();
    }

    private static Map<String, String> parameters(Properties read) {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (String given : read.stringPropertyNames()) {
            String name = OTHER_NAMES.getOrDefault(given, given);
            PGProperty property = PGProperty.forName(name);
            if (property == null) {
                throw malformed("there is no parameter " + given);
            }
            if (property != PGProperty.PG_HOST && property != PGProperty.PG_PORT && property != PGProperty.PG_DBNAME) {
                parameters.put(name, read.getProperty(given));
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

    private static DatabaseStartException notOfTheForm() {
        return malformed(
                "must look like postgresql://user:password@host:port/name, the port between 1 and 65535, special"
                        + " characters percent-encoded");
    }

    private static DatabaseStartException malformed(String message) {
        return new DatabaseStartException("GUILDHALL_DATABASE_URL: " + message);
    }

    /** The same servers and user, another database. */
    public DatabaseUrl withDatabase(String name) {
        return new DatabaseUrl(servers, name, user, password, parameters);
    }

    /** The servers one by one: which of them is the primary is left open. */
    public List<DatabaseUrl> each() {
        Map<String, String> alone = new LinkedHashMap<>(parameters);
        alone.keySet().removeAll(OF_SEVERAL);
        return Arrays.stream(servers.split(","))
                .map(server -> new DatabaseUrl(server, database, user, password, alone))
                .toList();
    }

    /**
     * A source of new connections to the primary, with timeouts for opening a connection and for each read. Exceptions omit the values
     * of a failing row, which the server reports.
     */
    public PGSimpleDataSource dataSource() {
        PGSimpleDataSource source = new DirectDataSource();
        String[] each = servers.split(",");
        source.setServerNames(Arrays.stream(each)
                .map(server -> server.substring(0, server.lastIndexOf(':')))
                .toArray(String[]::new));
        source.setPortNumbers(Arrays.stream(each)
                .mapToInt(server -> Integer.parseInt(server.substring(server.lastIndexOf(':') + 1)))
                .toArray());
        if (each.length > 1) {
            source.setTargetServerType("primary");
        }
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

    /**
     * Takes the driver from {@code DriverManager}, which would keep its class loader for ever. A driver that others had
     * registered before stays.
     */
    public static void deregisterDriver() {
        try {
            if (LOADS_DRIVER && Driver.isRegistered()) {
                Driver.deregister();
            }
        } catch (SQLException failed) {
            LOG.log(Level.DEBUG, "the driver stays registered", failed);
        }
    }

    /** Connects without {@code DriverManager}. */
    private static final class DirectDataSource extends PGSimpleDataSource {
        private static final long serialVersionUID = 1L;

        @Override
        public Connection getConnection(@Nullable String user, @Nullable String password) throws SQLException {
            Properties login = new Properties();
            login.setProperty(PGProperty.USER.getName(), String.valueOf(user));
            login.setProperty(PGProperty.PASSWORD.getName(), String.valueOf(password));
            return Objects.requireNonNull(new Driver().connect(getUrl(), login));
        }
    }

    private static void set(PGSimpleDataSource source, String name, String value) {
        try {
            source.setProperty(name, value);
        } catch (SQLException refused) {
            throw malformed("the parameter " + name + " does not take that value");
        }
    }

    /**
     * Whether a connection keeps its session of the server. A connection pooler in transaction mode, behind which the driver
     * must not prepare statements, gives each transaction another session.
     */
    public boolean keepsSession() {
        return !"0".equals(parameters.get(PGProperty.PREPARE_THRESHOLD.getName()));
    }

    /** The address without user and password: servers and database. */
    public String address() {
        return servers + "/" + database;
    }

    @Override
    public String toString() {
        return "postgresql://" + user + ":***@" + address();
    }
}
