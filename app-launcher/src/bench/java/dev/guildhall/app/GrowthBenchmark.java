package dev.guildhall.app;

import dev.guildhall.persistence.Database;
import dev.guildhall.persistence.config.DatabaseUrl;
import dev.guildhall.persistence.secret.SecretBox;
import dev.guildhall.ports.webchat.WebChatStore;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Timeout;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What requests cost while a database grows (operation-10): at most twice the time that they need on an empty
 * installation, or 50 ms at the 95th percentile where that is more. A share of 1 is an installation with 100,000 users,
 * 1,000,000 chats, 10,000,000 messages, 10,000,000 ended tasks, 10,000,000 sums of usage by day, 1,000,000 workflows,
 * 10,000 sessions of one user and 20,000 tools; the heavy user owns a hundredth of the chats, messages, tasks and workflows.
 * The rows are copies of ones that the server wrote, made by SQL. Client and server share the processors; requests follow one
 * another. It prints a table for each share.
 *
 * <p>{@code mvn -q test-compile -Pbench -pl app-launcher -am -Dbench.include=Growth -Dbench.args="-p share=0,0.1,1"}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 1)
@Measurement(iterations = 1)
@Timeout(time = 6, timeUnit = TimeUnit.HOURS)
public class GrowthBenchmark {
    private static final int USERS = 100_000;
    private static final int CHATS = 1_000_000;
    private static final int PAIRS_OF_MESSAGES = 5;
    private static final int TASKS = 10_000_000;
    private static final int USAGE_DAYS = 10_000_000;
    private static final int WORKFLOWS = 1_000_000;
    private static final int SESSIONS = 10_000;
    private static final int TOOLS = 20_000;
    private static final int TIMES = 100;
    private static final int CHATS_AT_ONCE = 1_000;
    private static final int END_SECONDS = 60;
    private static final byte[] KEY = new byte[SecretBox.KEY_BYTES];

    /** Each hundredth row belongs to the heavy user, the others to all users in turn. */
    private static final String OWNER =
            "CASE WHEN g %% 100 = 0 THEN '%s' ELSE 'usr_' || lpad((1 + g %% %d)::text, 26, '0') END";

    /** Words of which each one occurs in some hundredth of the texts. */
    private static final String TEXT = "'Report number ' || g || ' about w' || g % 97 || ' and v' || g % 89 || ', '"
            + " || repeat('which says what happened on that day to whom and why, ', 3)";

    @Param({"0", "0.01", "0.1"})
    public double share;

    private final DatabaseUrl database = TestPostgres.newDatabase();
    private final BenchServer server = BenchServer.start(Map.of(
            "GUILDHALL_DATABASE_URL", TestPostgres.address(database),
            "GUILDHALL_SECRET_KEY", Base64.getEncoder().encodeToString(KEY),
            "GUILDHALL_ADMIN_EMAILS", "p0@example.org"));
    private final PageClient admin = new PageClient(server, 0);
    private final PageClient heavy = new PageClient(server, 1);
    private final PageClient other = new PageClient(server, 2);
    private int users;

    @Setup
    public void fill() throws SQLException, InterruptedException {
        users = Math.max(1, rows(USERS));
        for (PageClient user : List.of(heavy, other)) {
            user.post("/api/chat", """
                {"userId":"%s","agentMode":"v1","messages":[{"role":"user","content":"What is growth?"}]}
                """.formatted(user.userId()));
            user.post("/api/v1/tasks", "{\"type\":\"echo\",\"input\":{\"n\":1}}");
            user.post("/api/v1/workflows", """
                {"name":"growth","steps":[{"name":"one","taskType":"echo","input":{}}]}
                """);
            user.post("/api/v1/tools", """
                {"name":"growth.tool","description":"Does some work.","version":"1","integration":"growth"}
                """);
        }
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                Database own = Database.open(database, new SecretBox(KEY))) {
            // One of the statements below can take many minutes.
            connection.setNetworkTimeout(Runnable::run, 0);
            statement.execute("SET statement_timeout = 0");
            await(
                    statement,
                    "SELECT NOT EXISTS (SELECT FROM tasks WHERE state < 2) AND EXISTS (SELECT FROM usage_days)");
            if (share > 0) {
                multiply(statement);
            }
            WebChatStore chats = own.stores().webChats();
            while (chats.index(Instant.now(), CHATS_AT_ONCE) > 0) {
                // Goes on until all chats are in the index, which the server extends every ten minutes.
            }
            statement.execute("VACUUM ANALYZE");
        }
    }

    private int rows(int most) {
        return (int) Math.round(most * share);
    }

    private void multiply(Statement statement) throws SQLException {
        String owner = OWNER.formatted(heavy.userId(), users);
        copy(statement, "users", users, """
            'id', 'usr_' || lpad(g::text, 26, '0'), 'email', 'person' || g || '@example.net',
            'active_profile_id', 'prof_' || lpad(g::text, 26, '0')
            """);
        copy(statement, "profiles", users, """
            'user_id', 'usr_' || lpad(g::text, 26, '0'), 'id', 'prof_' || lpad(g::text, 26, '0')
            """);
        copy(statement, "chats", rows(CHATS), """
            'id', 'chat_' || lpad(g::text, 26, '0'), 'user_id', %s, 'message_count', %d, 'turn', %d, 'indexed', 0,
            'last_activity', now() - CAST('1 day' AS interval)
            """.formatted(owner, 2 * PAIRS_OF_MESSAGES, PAIRS_OF_MESSAGES));
        copy(statement, "web_chats", rows(CHATS), """
            'id', 'chat_' || lpad(g::text, 26, '0'), 'user_id', %s, 'title', 'Report ' || g || ' of w' || g %% 97,
            'title_words', null
            """.formatted(owner));
        for (int pair = 0; pair < PAIRS_OF_MESSAGES; pair++) {
            copy(statement, "chat_messages", rows(CHATS), """
                'chat_id', 'chat_' || lpad(g::text, 26, '0'), 'seq', seq + %d, 'turn', %d, 'content', %s
                """.formatted(2 * pair, pair + 1, TEXT));
        }
        copy(statement, "ended_tasks", rows(TASKS), "'id', 'task_' || lpad(g::text, 26, '0'), 'owner', " + owner);
        copy(statement, "workflows", rows(WORKFLOWS), "'id', 'wf_' || lpad(g::text, 26, '0'), 'owner', " + owner);
        copy(statement, "usage_days", rows(USAGE_DAYS), """
            'user_id', 'usr_' || lpad((1 + g / 120)::text, 26, '0'), 'day', current_date - g / 4 % 30,
            'model', 'model-' || g % 4
            """);
        copy(statement, "sessions", rows(SESSIONS), """
            'id', 'sess_' || lpad(g::text, 26, '0'), 'user_id', '%s', 'refresh_hash', md5(g::text)
            """.formatted(heavy.userId()));
        copy(statement, "tools", rows(TOOLS), """
            'id', 'tool_' || lpad(g::text, 26, '0'), 'name', 'growth.tool_' || g,
            'registrant', 'usr_' || lpad((1 + g % 40)::text, 26, '0'),
            'visibility', CASE WHEN g % 4 = 0 THEN 'shared' ELSE 'private' END
            """);
    }

    /** Inserts copies of the other user's first row, or its two messages, with members of a JSON object made of {@code g}. */
    private void copy(Statement statement, String table, int rows, String changes) throws SQLException {
        String owner = switch (table) {
            case "users" -> "t.id = '%s'";
            case "tools" -> "t.registrant = '%s'";
            case "ended_tasks", "workflows" -> "t.owner = '%s'";
            case "chat_messages" ->
                "t.chat_id IN (SELECT id FROM web_chats WHERE user_id = '%s' ORDER BY id DESC LIMIT 1)";
            default -> "t.user_id = '%s'";
        };
        statement.execute("""
            INSERT INTO %1$s SELECT r.* FROM generate_series(1, %2$d) g
            CROSS JOIN (SELECT * FROM %1$s t WHERE %3$s LIMIT %4$d) t
            CROSS JOIN LATERAL jsonb_populate_record(CAST(ROW(t.*) AS %1$s), jsonb_build_object(%5$s)) r
            """.formatted(
                        table, rows, owner.formatted(other.userId()), table.equals("chat_messages") ? 2 : 1, changes));
    }

    private static void await(Statement statement, String condition) throws SQLException, InterruptedException {
        for (int i = 0; i < END_SECONDS; i++) {
            try (ResultSet row = statement.executeQuery(condition)) {
                row.next();
                if (row.getBoolean(1)) {
                    return;
                }
            }
            TimeUnit.SECONDS.sleep(1);
        }
        throw new IllegalStateException("never: " + condition);
    }

    /** Measures each request {@value #TIMES} times, prints the table and the memory of the server, and returns the longest 95th percentile. */
    @Benchmark
    public double requests() {
        System.out.printf(Locale.ROOT, "%nshare %s%n%-52s %8s %8s%n", share, "request", "p50 ms", "p95 ms");
        double longest = 0;
        for (PageClient user : List.of(heavy, other)) {
            String name = user == heavy ? "heavy: " : "other: ";
            for (String path : List.of(
                    "/api/dashboard/open",
                    "/api/dashboard",
                    "/api/chat?limit=20",
                    "/api/chat?q=w17",
                    "/api/v1/tasks?status=failed",
                    "/api/v1/tasks?type=echo",
                    "/api/v1/workflows?status=completed",
                    "/api/v1/tools",
                    "/api/v1/tools?q=some",
                    "/agent/api/tools/builtin.calculate",
                    "/api/v1/auth/sessions",
                    "/agent/api/memory/" + user.userId(),
                    "/completion/api/usage?days=30")) {
                longest = Math.max(longest, measured(name + path, () -> user.get(path)));
            }
            String question = """
                {"userId":"%s","messages":[{"role":"user","content":"hello"}]}
                """.formatted(user.userId());
            longest = Math.max(
                    longest, measured(name + "POST /agent/api/chat", () -> user.post("/agent/api/chat", question)));
        }
        for (String path : List.of(
                "/api/v1/admin/users?q=son17",
                "/api/v1/admin/usage?days=30&by=model",
                "/api/v1/admin/usage?days=7&by=user",
                "/api/v1/admin/usage?days=30&by=user",
                "/api/v1/tools",
                "/api/v1/tasks?status=failed")) {
            longest = Math.max(longest, measured("admin: " + path, () -> admin.get(path)));
        }
        System.out.printf(Locale.ROOT, "resident memory of the server: %d MB%n", server.residentMemory() / 1024);
        return longest;
    }

    private static double measured(String name, Runnable request) {
        Percentiles times = new Percentiles();
        request.run();
        for (int i = 0; i < TIMES; i++) {
            long start = System.nanoTime();
            request.run();
            times.add((System.nanoTime() - start) / 1e6);
        }
        System.out.printf(
                Locale.ROOT, "%-52s %8.1f %8.1f%n", name.replaceAll("usr_\\w+", ":userId"), times.at(50), times.at(95));
        return times.at(95);
    }

    @TearDown
    public void close() {
        server.close();
    }
}
