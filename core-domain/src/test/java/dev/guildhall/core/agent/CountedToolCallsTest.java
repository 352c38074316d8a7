package dev.guildhall.core.agent;

import static dev.guildhall.core.agent.Conversing.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.telemetry.CallMeter;
import dev.guildhall.ports.telemetry.TracedModelCall;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.testkit.Sample;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each call of a tool is counted once, whatever part of the server makes it. */
@Timeout(20)
class CountedToolCallsTest implements CallMeter {
    private final List<Execution> counted = new CopyOnWriteArrayList<>();
    private final RemoteTools open = RemoteTools.open("open");
    private final Conversing talk =
            new Conversing(parts -> parts.endpoints(() -> List.of(open)).meter(this));

    @Override
    public void asked(TracedModelCall call) {}

    @Override
    public void executed(Execution execution) {
        counted.add(execution);
    }

    @Test
    void a_call_of_a_tool_of_this_process_is_counted_by_its_name() {
        talk.modelCalls(call("c1", "builtin.memory_search", Map.of("query", "tea")));
        talk.ask("go");

        assertThat(counted).singleElement().satisfies(execution -> {
            assertThat(execution.tool()).contains("builtin.memory_search");
            assertThat(execution.failure()).isEmpty();
        });
    }

    @Test
    void a_call_in_a_task_is_counted_with_its_failure() {
        Caller.User caller = talk.caller();

        talk.agents()
                .executeInTask(
                        caller,
                        Task.kept(Sample.task(caller.userId()).build(), Sample.NOW),
                        "builtin.task_status",
                        Map.of("taskId", "task_of_nobody"));

        assertThat(counted).singleElement().satisfies(execution -> {
            assertThat(execution.tool()).contains("builtin.task_status");
            assertThat(execution.failure()).contains(FailureKind.FAILED);
        });
    }

    @Test
    void arguments_that_are_refused_are_no_call() {
        talk.modelCalls(call("c1", "builtin.memory_search", Map.of()));
        talk.ask("go");

        assertThat(counted).isEmpty();
    }

    @Test
    void a_call_of_a_tool_of_the_registry_is_counted_once() {
        talk.register(Sample.tool().name("open.act"));
        talk.modelCalls(call("c1", "open.act", Map.of()));
        talk.ask("go");

        assertThat(counted).hasSize(1);
    }
}
