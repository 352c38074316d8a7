package dev.guildhall.persistence.db;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.persistence.Database;
import dev.guildhall.persistence.OlderDatabase;
import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.persistence.config.DatabaseUrl;
import dev.guildhall.persistence.config.PoolOptions;
import dev.guildhall.ports.ApiKeyId;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.execution.Execution;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskStatus;
import dev.guildhall.ports.tool.ToolId;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * A database that grew from the first version on, with rows of every version in each of its tables, is opened by this
 * version, at the newest version and at some of the earlier ones.
 */
class UpgradeIT {
    /** Tables in which the upgrade seals values that older versions stored in clear. */
    private static final Set<String> SEALED = Set.of("tool_executions", "idempotency_keys");
    /** Where these tables have their clear and sealed values. */
    private static final Predicate<String> SECRET = Pattern.compile(
                    "sealed_.*|parameters|parameters_digest|failure_message|digest|answer")
            .asMatchPredicate();

    private static final String COLUMNS = """
        SELECT table_name, column_name FROM information_schema.columns
        WHERE table_schema = 'public' AND table_name <> 'flyway_schema_history'
        """;
    private static final String ROWS = """
        SELECT '%1$s', (SELECT jsonb_object_agg(key, value) FROM jsonb_each(to_jsonb(t)) WHERE key IN (%2$s))::text
        FROM %1$s t
        """;

    /** What the stores read, by the first version that has it. */
    private static final NavigableMap<Integer, BiConsumer<Stores, String>> READERS = new TreeMap<>(Map.of(
            1, ((BiConsumer<Stores, String>) UpgradeIT::readAccount).andThen(UpgradeIT::readChat),
            3, UpgradeIT::readIdentities,
            6, UpgradeIT::readExecutions,
            7, UpgradeIT::readConnections,
            12, UpgradeIT::readTasks,
            30, UpgradeIT::readWebChats,
            34, UpgradeIT::readKeys));

    private static final int AT_ONCE = 4;
    /** Every so many versions, and with each of the latest, the database is copied and the copy opened. */
    private static final int BETWEEN_COPIES = 10;

    private static final int LATEST = 3;
    private static final PoolOptions FEW = new PoolOptions(2, PoolOptions.DEFAULT.patience(), 1);

    @Test
    void a_database_opens_with_the_rows_of_every_version() throws Exception {
        Map<String, Collection<String>> newest = pairs(TestPostgres.url(), COLUMNS);
        OlderDatabase growing = OlderDatabase.at("1", "growing");
        List<Future<?>> upgrades = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
            List<Integer> versions = versions();
            for (int i = 0; i < versions.size(); i++) {
                int version = versions.get(i);
                growing.migrateTo(String.valueOf(version));
                growing.execute(SampleRows.of(version));
                if (i % BETWEEN_COPIES == 0 || i >= versions.size() - LATEST) {
                    OlderDatabase older = growing.copy("of_version_" + version);
                    List<Integer> grown = List.copyOf(versions.subList(0, i + 1));
                    upgrades.add(threads.submit(() -> assertUpgraded(older, grown, newest)));
                }
            }
        }

        for (Future<?> upgrade : upgrades) {
            upgrade.get();
        }
        assertThat(pairs(growing.url(), rowsOfCommonColumns(newest, newest)).keySet())
                .as("sample-rows.sql has rows for each table")
                .isEqualTo(newest.keySet());
    }

    private static boolean assertUpgraded(
            OlderDatabase older, List<Integer> versions, Map<String, Collection<String>> newest) throws SQLException {
        int version = versions.getLast();
        String rows = rowsOfCommonColumns(pairs(older.url(), COLUMNS), newest);
        Map<String, Collection<String>> before = pairs(older.url(), rows);

        try (Database database = Database.open(older.url(), TestPostgres.BOX, FEW)) {
            assertThat(database.failure()).as("version %s", version).isEmpty();
            assertThat(pairs(older.url(), rows)).as("version %s", version).isEqualTo(before);
            for (int one : versions) {
                READERS.headMap(one, true)
                        .values()
                        .forEach(reader -> reader.accept(database.stores(), String.valueOf(one)));
            }
        }
        return true;
    }

    private static List<Integer> versions() {
        return Migrations.FILES.stream()
                .map(file -> Integer.parseInt(file.substring(1, file.indexOf("__"))))
                .toList();
    }

    private static String rowsOfCommonColumns(
            Map<String, Collection<String>> older, Map<String, Collection<String>> newer) {
        return older.keySet().stream()
                .filter(newer::containsKey)
                .map(table -> ROWS.formatted(
                        table,
                        older.get(table).stream()
                                .filter(newer.get(table)::contains)
                                .filter(column -> !SEALED.contains(table) || !SECRET.test(column))
                                .map(column -> "'" + column + "'")
                                .collect(Collectors.joining(", "))))
                .collect(Collectors.joining(" UNION ALL "));
    }

    /** The second columns of the result by the first ones, both sorted. */
    private static Map<String, Collection<String>> pairs(DatabaseUrl url, String sql) throws SQLException {
        Map<String, Collection<String>> pairs = new TreeMap<>();
        try (Connection connection = url.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                pairs.computeIfAbsent(rows.getString(1), _ -> new TreeSet<>()).add(rows.getString(2));
            }
        }
        return pairs;
    }

    private static void readAccount(Stores stores, String version) {
        UserId user = new UserId("usr_" + version);

        assertThat(stores.accounts().find(user))
                .flatMap(Account::email)
                .contains(new Email("ada" + version + "@example.org"));
        assertThat(stores.profiles().ofUser(user)).hasSize(1);
        assertThat(stores.sessions().find(new SessionId("ses_" + version))).isPresent();
        assertThat(stores.signingKeys().all())
                .extracting(key -> key.material().privateKey())
                .contains("private " + version);
    }

    private static void readChat(Stores stores, String version) {
        assertThat(stores.conversations().latest(new ChatId("chat_" + version), 10))
                .extracting(ChatEntry::content)
                .containsExactly("Hello", "Hello from " + version);
        assertThat(stores.memories().ids(new UserId("usr_" + version))).hasSize(1);
    }

    private static void readIdentities(Stores stores, String version) {
        assertThat(stores.identities().ofUser(new UserId("usr_" + version))).hasSize(1);
    }

    private static void readExecutions(Stores stores, String version) {
        ToolId tool = new ToolId("tool_" + version);

        assertThat(stores.tools().find(tool)).isPresent();
        assertThat(stores.executions()
                        .ofTool(tool, new UserId("usr_" + version), PageRequest.first())
                        .items())
                .extracting(Execution::parameters)
                .containsExactly(Map.of("text", version));
    }

    private static void readConnections(Stores stores, String version) {
        assertThat(stores.connections().ofUser(new UserId("usr_" + version))).hasSize(1);
    }

    private static void readTasks(Stores stores, String version) {
        assertThat(stores.tasks().find(new TaskId("task_" + version)))
                .map(Task::status)
                .contains(TaskStatus.COMPLETED);
        assertThat(stores.tasks().find(new TaskId("task_" + version + "_queued")))
                .map(Task::status)
                .contains(TaskStatus.QUEUED);
    }

    private static void readWebChats(Stores stores, String version) {
        UserId user = new UserId("usr_" + version);

        assertThat(stores.webSessions().find("web_" + version)).isPresent();
        assertThat(stores.webChats().find(new ChatId("chat_" + version))).isPresent();
        assertThat(stores.files().ofUser(user, PageRequest.first()).items()).hasSize(1);
    }

    private static void readKeys(Stores stores, String version) {
        assertThat(stores.apiKeys().find(new ApiKeyId("key_" + version))).isPresent();
    }
}
