package dev.guildhall.core.builtin;

import dev.guildhall.core.json.JsonSchema;
import dev.guildhall.core.run.RunLifecycle;
import dev.guildhall.core.task.RunInput;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.RunProblem;
import dev.guildhall.ports.run.Outcome;
import dev.guildhall.ports.run.Run;
import dev.guildhall.ports.run.RunError;
import dev.guildhall.ports.run.RunId;
import dev.guildhall.ports.run.RunState;
import dev.guildhall.ports.run.Runs;
import dev.guildhall.ports.run.TestCounts;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolEffect;
import dev.guildhall.ports.tool.ToolInvoker;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.tool.ToolSource;
import dev.guildhall.ports.tool.ToolSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** {@code testrun.start}, {@code testrun.status} and {@code testrun.failures}: runs as tools for agents. */
public final class RunTools implements ToolInvoker {
    private static final ToolName START = new ToolName("testrun.start");
    private static final ToolName STATUS = new ToolName("testrun.status");
    private static final ToolName FAILURES = new ToolName("testrun.failures");
    private static final String RUN_ID = "runId";
    private static final String TYPE = "type";

    private static final List<ToolSpec> SPECS = specs();

    private final Runs runs;

    public RunTools(Runs runs) {
        this.runs = runs;
    }

    @Override
    public List<ToolSpec> tools() {
        return SPECS;
    }

    private static List<ToolSpec> specs() {
        return List.of(
                new ToolSpec(
                        START,
                        "Starts a run of a suite of browser tests against a web address. Answers with the run's"
                                + " identifier at once; testrun.status tells how far the run has come.",
                        startParameters(),
                        ToolSource.IN_PROCESS),
                new ToolSpec(
                        STATUS,
                        "Tells how far a test run has come, with the numbers of its tests.",
                        runParameters(),
                        ToolSource.IN_PROCESS),
                new ToolSpec(
                        FAILURES,
                        "Lists the tests of a test run that failed, with their errors.",
                        runParameters(),
                        ToolSource.IN_PROCESS));
    }

    private static Map<String, Object> startParameters() {
        Map<String, Object> browsers = new LinkedHashMap<>();
        browsers.put(TYPE, "array");
        browsers.put("items", Map.of(TYPE, "string", "enum", List.of("chromium", "firefox", "webkit")));
        browsers.put("description", "The browsers; left out they are the suite's.");
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("suite", JsonSchema.text("The name of the suite."));
        properties.put("target", JsonSchema.text("The http or https address under test."));
        properties.put("browsers", browsers);
        return JsonSchema.object(properties, List.of("suite", "target"));
    }

    private static Map<String, Object> runParameters() {
        return JsonSchema.object(
                Map.of(RUN_ID, JsonSchema.text("The identifier that testrun.start answered with.")), List.of(RUN_ID));
    }

    @Override
    public ToolEffect effect(ToolName tool) {
        return tool.equals(START) ? ToolEffect.WRITE : ToolEffect.READ;
    }

    @Override
    public ToolOutcome invoke(Caller.User caller, ToolName tool, Map<String, Object> arguments) {
        try {
            if (tool.equals(START)) {
                Run run = runs.start(caller, RunInput.read(arguments), Optional.empty())
                        .run();
                return new ToolOutcome.Success(Map.of(RUN_ID, run.id().value(), "status", "queued"));
            }
            if (tool.equals(STATUS)) {
                return new ToolOutcome.Success(status(runs.find(caller, id(arguments))));
            }
            if (tool.equals(FAILURES)) {
                Runs.Report report = runs.find(caller, id(arguments));
                return new ToolOutcome.Success(
                        Map.of(RUN_ID, report.run().id().value(), "failures", RunLifecycle.failures(report.tests())));
            }
        } catch (Refusal refused) {
            return switch (refused.problem()) {
                case CommonProblem.Invalid invalid ->
                    new ToolOutcome.Failure(FailureKind.INVALID_ARGUMENTS, invalid.message());
                case RunProblem problem -> new ToolOutcome.Failure(FailureKind.FAILED, problem.message());
                default -> throw refused;
            };
        }
        return new ToolOutcome.Failure(FailureKind.UNKNOWN_TOOL, "there is no tool " + tool);
    }

    private static RunId id(Map<String, Object> arguments) {
        return new RunId(String.valueOf(arguments.get(RUN_ID)));
    }

    private static Map<String, Object> status(Runs.Report report) {
        TestCounts counts = report.run().counts();
        Map<String, Object> status = new LinkedHashMap<>();
        status.put(RUN_ID, report.run().id().value());
        status.put("suite", report.run().request().suite().value());
        status.put("status", report.run().state().status().name().toLowerCase(Locale.ROOT));
        if (report.run().state() instanceof RunState.Completed(Outcome outcome)) {
            status.put("outcome", outcome.name().toLowerCase(Locale.ROOT));
        }
        if (report.run().state() instanceof RunState.Failed(RunError error)) {
            status.put("error", error.code() + ": " + error.message());
        }
        status.put("total", counts.total());
        status.put("passed", counts.passed());
        status.put("failed", counts.failed());
        status.put("skipped", counts.skipped());
        status.put("durationMs", report.duration().toMillis());
        return status;
    }
}
