package dev.guildhall.persistence.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.guildhall.persistence.Database;
import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.persistence.config.DatabaseUrl;
import dev.guildhall.persistence.config.PoolOptions;
import dev.guildhall.persistence.embedded.PostgresOptions;
import dev.guildhall.persistence.embedded.PostgresProcess;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.testkit.Sample;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectionLossIT {
    private static final Problem UNAVAILABLE = new CommonProblem.Unavailable("database");
    private static final Problem READ_ONLY = new CommonProblem.Unavailable("database", "does not accept writes");
    private static final int MOST_ATTEMPTS = 50;

    @TempDir
    Path folder;

    private static PoolOptions pool(int size) {
        return new PoolOptions(size, Duration.ofMillis(500), 1);
    }

    private static Problem problemOf(Runnable access) {
        Throwable thrown = catchThrowable(access::run);
        assertThat(thrown).isInstanceOf(Refusal.class);
        return ((Refusal) thrown).problem();
    }

    @Test
    void stores_refuse_calls_while_the_server_is_stopped_and_recover_when_it_runs_again() {
        Account account = Sample.account().build();
        PostgresOptions onOnePort = new PostgresOptions(
                false, Optional.of(TestPostgres.OPTIONS.choosePort()), TestPostgres.OPTIONS.binaries());
        PostgresProcess server = PostgresProcess.start(folder, onOnePort);
        try (Database database = Database.open(server.url(), TestPostgres.BOX, pool(4))) {
            Stores stores = database.stores();
            stores.accounts().add(account);

            server.close();
            assertThat(problemOf(() -> stores.accounts().find(account.id()))).isEqualTo(UNAVAILABLE);
            assertThat(problemOf(() ->
                            stores.transactions().run(() -> stores.accounts().find(account.id()))))
                    .isEqualTo(UNAVAILABLE);
            assertThat(database.failure()).contains("the database cannot be reached");

            server = PostgresProcess.start(folder, onOnePort);
            assertThat(findPatiently(stores, account)).contains(account);
            assertThat(database.failure()).isEmpty();
        } finally {
            server.close();
        }
    }

    @Test
    void a_read_only_database_is_not_ready_refuses_writes_and_recovers_without_a_restart() throws SQLException {
        Account account = Sample.account().build();
        DatabaseUrl url = TestPostgres.newDatabase("turning");
        try (Database database = Database.open(url, TestPostgres.BOX, pool(4))) {
            Stores stores = database.stores();
            stores.accounts().add(account);

            TestPostgres.ask(TestPostgres.url(), "ALTER DATABASE turning SET default_transaction_read_only = on");
            TestPostgres.ask(TestPostgres.url(), TERMINATE.formatted("turning"));

            assertThat(findPatiently(stores, account)).contains(account);
            assertThat(problemWhenBack(
                            () -> stores.accounts().add(Sample.account().build())))
                    .isEqualTo(READ_ONLY);
            assertThat(problemWhenBack(() -> stores.transactions()
                            .run(() -> stores.accounts().add(Sample.account().build()))))
                    .isEqualTo(READ_ONLY);
            assertThat(database.failure()).contains("the database is read-only");

            TestPostgres.ask(TestPostgres.url(), "ALTER DATABASE turning RESET default_transaction_read_only");
            awaitReady(database);
            stores.accounts().add(Sample.account().build());
        }
    }

    /** Excludes the server's own sessions, such as autovacuum, which this role may not end. */
    private static final String TERMINATE = """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = '%s' AND backend_type = 'client backend' AND pid <> pg_backend_pid()
        """;

    private static void awaitReady(Database database) {
        long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (database.failure().isPresent()) {
            assertThat(System.nanoTime() - deadline).isNegative();
        }
    }

    /** The first problem that is not the loss of another of the pool's connections. */
    private static Problem problemWhenBack(Runnable work) {
        for (int attempt = 1; attempt < MOST_ATTEMPTS; attempt++) {
            Problem problem = problemOf(work);
            if (!problem.equals(UNAVAILABLE)) {
                return problem;
            }
        }
        return problemOf(work);
    }

    private static Optional<Account> findPatiently(Stores stores, Account account) {
        for (int attempt = 1; attempt < MOST_ATTEMPTS; attempt++) {
            try {
                return stores.accounts().find(account.id());
            } catch (Refusal stillAway) {
                assertThat(stillAway.problem()).isEqualTo(UNAVAILABLE);
            }
        }
        return stores.accounts().find(account.id());
    }

    @Test
    void a_connection_that_closes_inside_a_transaction_is_an_outage_and_the_next_one_works() {
        Account account = Sample.account().build();
        try (Database database = Database.open(TestPostgres.url(), TestPostgres.BOX, pool(1))) {
            Stores stores = database.stores();

            Problem problem = problemOf(() -> stores.transactions().run(() -> {
                stores.accounts().add(account);
                TestPostgres.db()
                        .exists(
                                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                                        + " WHERE state LIKE 'idle in transaction%' AND pid <> pg_backend_pid()",
                                Map.of());
                stores.accounts().find(account.id());
            }));

            assertThat(problem).isEqualTo(UNAVAILABLE);
            assertThat(findPatiently(stores, account)).isEmpty();
        }
    }

    @Test
    void a_pool_without_a_free_connection_is_an_outage() throws Exception {
        try (Database database = Database.open(TestPostgres.url(), TestPostgres.BOX, pool(1))) {
            whileAConnectionIsTaken(database, () -> {
                Problem problem =
                        problemOf(() -> database.stores().signingKeys().all());

                assertThat(problem).isEqualTo(UNAVAILABLE);
            });
        }
    }

    @Test
    void a_readiness_check_waits_at_most_two_seconds() throws Exception {
        PoolOptions patient = new PoolOptions(1, Duration.ofSeconds(30), 1);
        try (Database database = Database.open(TestPostgres.url(), TestPostgres.BOX, patient)) {
            whileAConnectionIsTaken(database, () -> {
                Optional<String> failure = assertTimeout(Duration.ofMillis(2_500), database::failure);

                assertThat(failure).contains("the database cannot be reached");
            });
        }
    }

    private static void whileAConnectionIsTaken(Database database, Runnable check) throws Exception {
        CountDownLatch taken = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        CompletableFuture<Void> holder = CompletableFuture.runAsync(
                () -> database.stores().transactions().run(() -> {
                    taken.countDown();
                    await(release);
                }));
        await(taken);
        try {
            check.run();
        } finally {
            release.countDown();
            holder.get(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void an_interrupt_during_a_statement_affects_neither_the_statement_nor_the_connection() throws Exception {
        CompletableFuture<String> result = new CompletableFuture<>();
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        try (Pool pool = new Pool(TestPostgres.url().dataSource(), pool(1))) {
            Db db = new Db(pool);
            Thread caller = Thread.ofVirtual().start(() -> {
                int one = db.with(handle -> {
                    running.countDown();
                    await(interrupted);
                    return handle.createQuery("SELECT 1").mapTo(Integer.class).one();
                });
                result.complete(one + " " + Thread.currentThread().isInterrupted());
            });
            await(running);

            caller.interrupt();
            interrupted.countDown();

            assertThat(result.get(10, TimeUnit.SECONDS)).isEqualTo("1 true");
        }
    }

    @Test
    void an_interrupted_caller_can_still_write() {
        try (Pool pool = new Pool(TestPostgres.url().dataSource(), pool(1))) {
            Db db = new Db(pool);
            Thread.currentThread().interrupt();

            int one = db.with(handle ->
                    handle.createQuery("SELECT 1").mapTo(Integer.class).one());

            assertThat(Thread.interrupted()).isTrue();
            assertThat(one).isEqualTo(1);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }
}
