package dev.guildhall.core.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.config.ToolLimits;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.IdempotencyStore;
import dev.guildhall.ports.IdempotencyStore.Claim;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.execution.Execution;
import dev.guildhall.ports.execution.ExecutionState;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.tool.ToolId;
import dev.guildhall.testkit.ManualTicker;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.Given;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ToolSweepTest {
    private final ManualTicker time = new ManualTicker(Sample.NOW);
    private final Stores stores = InMemoryStores.empty();
    private final UserId user = Given.someUser(stores);
    private final ToolId tool = new ToolId(Sample.id("tool"));
    private final ToolSweep sweep = new ToolSweep(time, stores, ToolLimits.DEFAULT);

    private Execution done() {
        Execution execution =
                Sample.execution(user).of(tool).startedAt(time.instant()).build();
        stores.executions().add(execution, Optional.empty());
        stores.executions()
                .end(execution.id(), new ExecutionState.Ended(ExecutionState.OUTCOME_UNKNOWN, Duration.ZERO));
        return execution;
    }

    private List<Execution> ended() {
        return stores.executions().ofTool(tool, user, PageRequest.first()).items();
    }

    private Claim claimed(String key) {
        IdempotencyStore.Key name = new IdempotencyStore.Key(user, "tool.execute", new IdempotencyKey(key));
        IdempotencyStore.Entry entry = new IdempotencyStore.Entry(name, "digest", "exec_1");
        return stores.idempotency().claim(entry, time.instant(), Instant.EPOCH);
    }

    @Test
    void records_are_kept_for_ninety_days() {
        done();
        time.advance(Duration.ofDays(90));
        sweep.run();
        int kept = ended().size();

        time.advance(Duration.ofMillis(1));
        sweep.run();

        assertThat(kept).isEqualTo(1);
        assertThat(ended()).isEmpty();
    }

    @Test
    void any_number_of_old_sessions_is_removed() {
        for (int i = 0; i < 1001; i++) {
            done();
        }
        time.advance(Duration.ofDays(91));

        sweep.run();

        assertThat(stores.executions().sweep(time.instant(), 1)).isZero();
    }

    @Test
    void keys_are_kept_for_a_day() {
        claimed("key");
        time.advance(Duration.ofHours(24));
        sweep.run();
        Claim kept = claimed("key");

        time.advance(Duration.ofMillis(1));
        sweep.run();

        assertThat(kept).isInstanceOf(Claim.Unanswered.class);
        assertThat(claimed("key")).isEqualTo(new Claim.Fresh());
    }
}
