package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Core;
import dev.guildhall.core.Limits;
import dev.guildhall.core.config.RunLimits;
import dev.guildhall.core.inmemory.Pbkdf2PasswordHasher;
import dev.guildhall.core.inmemory.defaults.SystemTime;
import dev.guildhall.persistence.Database;
import dev.guildhall.persistence.secret.SecretBox;
import dev.guildhall.persistence.secret.SecretKeyFile;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.run.RunId;
import dev.guildhall.ports.run.RunState;
import dev.guildhall.ports.run.RunStatus;
import dev.guildhall.ports.run.Suite;
import dev.guildhall.ports.run.TestStatus;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.SampleRun;
import dev.guildhall.testkit.ScriptedSuites;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes on one PostgreSQL share test runs. */
class SharedRunsIT {
    private static final Caller.User ADA = new Caller.User(
            new UserId(UserId.EXTERNAL + "ada"), new ProfileId("prf_ada"), new SessionId("ses_ada"), Set.of(Role.USER));
    private static final int RUNS = 4;

    private final Semaphore begun = new Semaphore(0);
    private final Semaphore goOn = new Semaphore(0);
    private final List<RunId> ids = new ArrayList<>();

    private Core core(Stores stores, ScriptedSuites suites) {
        return Core.of(parts -> parts.stores(stores)
                .passwordHasher(new Pbkdf2PasswordHasher(SystemTime.SECRETS, 1))
                .suites(suites)
                .runner(suites)
                .limits(Limits.DEFAULT.withRun(RunLimits.DEFAULT.withSlots(1))));
    }

    private static long count(Core core, List<RunId> ids, RunStatus status) {
        return ids.stream()
                .filter(id -> core.runs().find(ADA, id).run().state().status() == status)
                .count();
    }

    @Test
    void runs_fill_the_slots_of_both_nodes_and_one_goes_on_when_the_other_stops(@TempDir Path folder) throws Exception {
        ScriptedSuites suites = ScriptedSuites.empty();
        SecretBox key = SecretKeyFile.open(Optional.empty(), folder);
        try (Database database = Database.open(TestPostgres.newDatabase(), key)) {
            Core core = core(database.stores(), suites);
            for (int i = 0; i < RUNS; i++) {
                Suite suite = SampleRun.suiteOf(SampleRun.suiteName());
                suites.with(suite, (assignment, events) -> {
                    events.accept(SampleRun.planned("one"));
                    begun.release();
                    goOn.acquire();
                    events.accept(SampleRun.tested("one", TestStatus.PASSED));
                    return Optional.empty();
                });
                ids.add(core.runs()
                        .start(ADA, Sample.run().suite(suite.name()).request(), Optional.empty())
                        .run()
                        .id());
            }
            core.start();
            Core second = core(database.stores(), suites);
            second.start();

            assertThat(begun.tryAcquire(2, 20, TimeUnit.SECONDS)).isTrue();
            assertThat(count(core, ids, RunStatus.RUNNING)).isEqualTo(2);
            assertThat(count(core, ids, RunStatus.QUEUED)).isEqualTo(2);
            core.close(Duration.ofSeconds(20));
            assertThat(count(core, ids, RunStatus.FAILED)).isOne();

            goOn.release(RUNS);
            long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
            while (count(core, ids, RunStatus.COMPLETED) < RUNS - 1) {
                assertThat(System.nanoTime()).isLessThan(deadline);
            }
            assertThat(ids)
                    .filteredOn(id -> core.runs().find(ADA, id).run().state() instanceof RunState.Failed)
                    .hasSize(1);
            second.close(Duration.ofSeconds(20));
        }
    }
}
