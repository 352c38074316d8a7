package dev.guildhall.persistence.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.guildhall.persistence.Database;
import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.persistence.config.PoolOptions;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.testkit.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of an embedded server that dies under those who use it. */
@Timeout(60)
class PostgresRestartIT {
    private static final PostgresOptions DURABLE =
            new PostgresOptions(true, Optional.empty(), TestPostgres.OPTIONS.binaries());
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    private static ProcessHandle kill(PostgresProcess process) {
        ProcessHandle server = process.server().orElseThrow();
        server.destroyForcibly();
        return server;
    }

    private static void eventually(String what, BooleanSupplier comesTrue) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!comesTrue.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                fail(what + " did not happen within " + PATIENCE);
            }
            LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
        }
    }

    /** Adds an account. */
    private static Optional<Account> tryToAdd(Stores stores) {
        Account account = Sample.account().build();
        try {
            stores.accounts().add(account);
            return Optional.of(account);
        } catch (Refusal away) {
            assertThat(away.problem()).isEqualTo(new CommonProblem.Unavailable("database"));
            return Optional.empty();
        }
    }

    private boolean someServerIsLeft() {
        String cluster = folder.resolve("postgres").resolve("data").toString();
        return ProcessHandle.allProcesses()
                .anyMatch(process -> process.info().commandLine().orElse("").contains(cluster));
    }

    private long starts() {
        try {
            return Files.readString(folder.resolve("postgres").resolve("server.log"))
                    .lines()
                    .filter(line -> line.contains("starting PostgreSQL"))
                    .count();
        } catch (IOException unreadable) {
            throw new IllegalStateException(unreadable);
        }
    }

    @Test
    void a_killed_server_comes_back_where_it_was_with_all_that_was_acknowledged() {
        List<Account> acknowledged = new ArrayList<>();
        try (PostgresProcess process = PostgresProcess.start(folder, DURABLE);
                Database database =
                        Database.open(process.url(), TestPostgres.BOX, new PoolOptions(4, Duration.ofMillis(500), 1))) {
            tryToAdd(database.stores()).ifPresent(acknowledged::add);
            ProcessHandle killed = kill(process);

            eventually("a write after the kill", () -> {
                Optional<Account> account = tryToAdd(database.stores());
                account.ifPresent(acknowledged::add);
                return account.isPresent()
                        && process.server()
                                .filter(server -> !server.equals(killed))
                                .isPresent();
            });

            assertThat(database.failure()).isEmpty();
            assertThat(acknowledged)
                    .hasSizeGreaterThanOrEqualTo(2)
                    .allSatisfy(
                            account -> assertThat(database.stores().accounts().find(account.id()))
                                    .contains(account));
        }
        assertThat(someServerIsLeft()).isFalse();
    }

    @Test
    void a_close_while_the_server_comes_up_again_leaves_none_behind() {
        PostgresProcess process = PostgresProcess.start(folder, TestPostgres.OPTIONS);
        kill(process);
        eventually("a second start", () -> starts() == 2);

        process.close();

        assertThat(someServerIsLeft()).isFalse();
    }

    @Test
    void a_close_right_after_the_server_died_leaves_none_behind() {
        PostgresProcess process = PostgresProcess.start(folder, TestPostgres.OPTIONS);
        kill(process);

        process.close();

        assertThat(someServerIsLeft()).isFalse();
        assertThat(starts()).isEqualTo(1);
    }

    @Test
    void a_close_is_not_answered_with_a_start() {
        PostgresProcess.start(folder, TestPostgres.OPTIONS).close();

        assertThat(someServerIsLeft()).isFalse();
        assertThat(starts()).isEqualTo(1);
    }
}
