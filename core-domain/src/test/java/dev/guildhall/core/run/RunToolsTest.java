package dev.guildhall.core.run;

import static dev.guildhall.core.run.RunFixture.ADA;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.builtin.RunTools;
import dev.guildhall.ports.run.RunId;
import dev.guildhall.ports.run.SuiteName;
import dev.guildhall.ports.run.TestStatus;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.tool.ToolSpec;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class RunToolsTest {
    @AutoClose
    private final RunFixture fixture = new RunFixture();

    private final RunTools tools = new RunTools(fixture.runs);

    private ToolOutcome call(String tool, Map<String, Object> arguments) {
        return tools.invoke(ADA, new ToolName(tool), arguments);
    }

    private ToolOutcome start(SuiteName suite) {
        return call("testrun.start", Map.of("suite", suite.value(), "target", "http://a.example"));
    }

    @Test
    void an_agent_starts_a_run_and_learns_what_failed() {
        fixture.node();
        ToolOutcome.Success started = (ToolOutcome.Success) start(fixture.suite(RunFixture.ending(TestStatus.FAILED)));
        Map<String, Object> run = Map.of("runId", ((Map<?, ?>) started.data()).get("runId"));
        fixture.ended(new RunId(String.valueOf(run.get("runId"))));

        ToolOutcome.Success status = (ToolOutcome.Success) call("testrun.status", run);
        ToolOutcome.Success failures = (ToolOutcome.Success) call("testrun.failures", run);

        assertThat(status.data().toString())
                .contains("status=completed", "outcome=failed", "total=1", "failed=1", "skipped=0");
        assertThat(failures.data().toString()).contains("[chromium] a.spec.ts › one", "expected 1, received 2");
    }

    @Test
    void the_model_receives_why_a_call_failed() {
        SuiteName suite = fixture.suite(RunFixture.ending(TestStatus.PASSED));
        start(suite);

        assertThat(start(suite)).isEqualTo(new ToolOutcome.Failure(FailureKind.FAILED, "the suite has an active run"));
        assertThat(call("testrun.status", Map.of("runId", "run_none")))
                .isEqualTo(new ToolOutcome.Failure(FailureKind.FAILED, "there is no such test run"));
        assertThat(call("testrun.start", Map.of("suite", "a", "target", "ftp://a")))
                .isInstanceOfSatisfying(
                        ToolOutcome.Failure.class,
                        failure -> assertThat(failure.kind()).isEqualTo(FailureKind.INVALID_ARGUMENTS));
    }

    @Test
    void there_are_three_tools() {
        assertThat(tools.tools())
                .extracting(ToolSpec::name)
                .extracting(ToolName::value)
                .isEqualTo(List.of("testrun.start", "testrun.status", "testrun.failures"));
    }
}
