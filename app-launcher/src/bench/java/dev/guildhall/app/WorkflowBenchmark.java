package dev.guildhall.app;

import dev.guildhall.core.Core;
import dev.guildhall.persistence.Database;
import dev.guildhall.persistence.secret.SecretBox;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.workflow.StepSpec;
import dev.guildhall.ports.workflow.Workflow;
import dev.guildhall.ports.workflow.WorkflowStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A workflow of one step, of many that depend on it, and of one that depends on all of them, on PostgreSQL with durable
 * writes, from its start to its end (goal: 60 s or less for 5,000 on two processors); and its retry from the last step.
 *
 * <p>{@code mvn -q test-compile -Pbench -pl app-launcher -am -Dbench.include=WorkflowBenchmark}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 1)
@Measurement(iterations = 2)
public class WorkflowBenchmark {
    @Param({"5000", "9998"})
    int wide;

    private final Database database =
            Database.open(TestPostgres.newDatabase(), new SecretBox(new byte[SecretBox.KEY_BYTES]));
    private final Core core = Core.start(parts -> parts.stores(database.stores()));
    private final Caller.User user = new Caller.User(
            new UserId(UserId.EXTERNAL + "bench"),
            new ProfileId("prf_bench"),
            new SessionId("ses_bench"),
            Set.of(Role.USER));

    @TearDown
    public void close() {
        core.close();
        database.close();
    }

    private List<StepSpec> steps() {
        List<StepSpec> steps = new ArrayList<>();
        steps.add(StepSpec.of("first", "echo").with("n", 1));
        for (int i = 0; i < wide; i++) {
            steps.add(StepSpec.of("s" + i, "echo").with("n", "first", "/n"));
        }
        List<String> all = steps.stream().map(StepSpec::name).toList();
        StepSpec join = StepSpec.of("join", "echo").with("n", "s0", "/n");
        steps.add(new StepSpec(join.name(), "", join.taskType(), List.of(), Map.copyOf(join.input()), all));
        return steps;
    }

    private Workflow completed(Workflow started) {
        Workflow ended = core.workflows().await(user, started.id());
        if (ended.status() != WorkflowStatus.COMPLETED) {
            throw new IllegalStateException("the workflow is " + ended.status());
        }
        return ended;
    }

    @Benchmark
    public Workflow fanOutAndJoin() {
        return completed(core.workflows().start(user, "wide", steps()));
    }
}
