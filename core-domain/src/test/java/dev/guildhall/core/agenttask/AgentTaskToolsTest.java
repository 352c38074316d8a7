package dev.guildhall.core.agenttask;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Refused;
import dev.guildhall.core.builtin.AgentTaskTools;
import dev.guildhall.core.workflow.WorkflowFixture;
import dev.guildhall.core.workflow.WorkflowLimits;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.agent.AgentTool;
import dev.guildhall.ports.agenttask.AgentTasks;
import dev.guildhall.ports.problem.ErrorKind;
import dev.guildhall.ports.problem.TaskProblem;
import dev.guildhall.ports.task.TaskError;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolInvoker;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.tool.ToolSource;
import dev.guildhall.ports.tool.ToolSpec;
import dev.guildhall.ports.workflow.Workflow;
import dev.guildhall.ports.workflow.WorkflowStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AgentTaskToolsTest {
    private static final ToolName CREATE = new ToolName("builtin.task_create");
    private static final ToolName STATUS = new ToolName("builtin.task_status");
    private static final Map<String, Object> TEA = Map.of(
            "title",
            "tea",
            "description",
            "make tea",
            "steps",
            List.of(Map.of("title", "boil"), Map.of("title", "brew", "dependencies", List.of("boil"))));

    private final PlanningModel model = new PlanningModel();
    private final WorkflowFixture fixture = new WorkflowFixture();
    private final AgentTasks tasks = AgentTaskServiceTest.service(fixture, model);
    private final ToolInvoker tools = new AgentTaskTools(tasks);
    private final Caller.User user = WorkflowFixture.someone();

    private static Map<?, ?> data(ToolOutcome outcome) {
        return outcome instanceof ToolOutcome.Success(Object data) && data instanceof Map<?, ?> map ? map : Map.of();
    }

    private static Optional<FailureKind> failure(ToolOutcome outcome) {
        return outcome instanceof ToolOutcome.Failure failure ? Optional.of(failure.kind()) : Optional.empty();
    }

    private List<Workflow> kept() {
        return tasks.list(user, user.userId(), Optional.empty(), PageRequest.first())
                .items();
    }

    @Test
    void a_task_is_created_and_started() {
        Map<?, ?> created = data(tools.invoke(user, CREATE, TEA));

        assertThat(kept()).singleElement().satisfies(task -> {
            assertThat(task.status()).isEqualTo(WorkflowStatus.RUNNING);
            assertThat(created)
                    .isEqualTo(Map.of(
                            "taskId",
                            task.id().value(),
                            "title",
                            "tea",
                            "status",
                            "running",
                            "steps",
                            List.of(
                                    Map.of("title", "boil", "status", "running"),
                                    Map.of("title", "brew", "status", "pending"))));
        });
    }

    @Test
    void a_task_without_steps_is_planned() {
        model.plans(PlanningModel.step("all of it"));

        tools.invoke(user, CREATE, Map.of("title", "tea", "description", "make tea"));

        assertThat(kept().getFirst().steps()).hasSize(1);
    }

    @Test
    void its_status_tells_results_and_errors() {
        String id = String.valueOf(data(tools.invoke(user, CREATE, TEA)).get("taskId"));
        fixture.carryOut(task -> new TaskState.Completed(Map.of("result", "it boils")));
        fixture.carryOutAll(task -> new TaskState.Failed(new TaskError("SAMPLE", "no leaves", ErrorKind.INTERNAL)));

        Map<?, ?> status = data(tools.invoke(user, STATUS, Map.of("taskId", id)));

        assertThat(status)
                .isEqualTo(Map.of(
                        "taskId",
                        id,
                        "title",
                        "tea",
                        "status",
                        "failed",
                        "steps",
                        List.of(
                                Map.of("title", "boil", "status", "completed", "result", "it boils"),
                                Map.of("title", "brew", "status", "failed", "error", "no leaves"))));
    }

    @Test
    void a_completed_task_tells_the_result_of_the_whole() {
        String id = String.valueOf(data(tools.invoke(user, CREATE, TEA)).get("taskId"));
        fixture.carryOutAll(task -> new TaskState.Completed(Map.of("result", "done")));

        assertThat(data(tools.invoke(user, STATUS, Map.of("taskId", id))).get("result"))
                .isEqualTo("done");
    }

    @Test
    void the_model_receives_the_faults_of_its_call() {
        assertThat(failure(tools.invoke(user, CREATE, Map.of("title", 1)))).contains(FailureKind.INVALID_ARGUMENTS);
        assertThat(failure(tools.invoke(user, CREATE, Map.of("title", "a", "steps", List.of("b")))))
                .contains(FailureKind.INVALID_ARGUMENTS);
        assertThat(failure(tools.invoke(
                        user,
                        CREATE,
                        Map.of("title", "a", "steps", List.of(Map.of("title", "b", "dependencies", List.of("b")))))))
                .contains(FailureKind.INVALID_ARGUMENTS);
        assertThat(failure(tools.invoke(user, STATUS, Map.of("taskId", "task_none"))))
                .contains(FailureKind.FAILED);
        assertThat(failure(tools.invoke(user, new ToolName("builtin.other"), Map.of())))
                .contains(FailureKind.UNKNOWN_TOOL);
        assertThat(kept()).isEmpty();
    }

    @Test
    void a_task_that_finds_no_room_is_not_left_behind() {
        WorkflowFixture narrow = new WorkflowFixture(WorkflowLimits.DEFAULT.withCapacity(1));
        AgentTasks service = AgentTaskServiceTest.service(narrow, model);
        AgentTaskTools narrowTools = new AgentTaskTools(service);
        Map<String, Object> one = Map.of("title", "tea", "steps", List.of(Map.of("title", "boil")));
        narrowTools.invoke(user, CREATE, one);

        assertThat(Refused.by(() -> narrowTools.invoke(user, CREATE, one))).isInstanceOf(TaskProblem.QueueFull.class);
        assertThat(service.list(user, user.userId(), Optional.empty(), PageRequest.first())
                        .items())
                .extracting(Workflow::status)
                .containsExactly(WorkflowStatus.CANCELLED, WorkflowStatus.RUNNING);
    }

    @Test
    void a_task_is_created_and_its_status_told_by_a_tool_each() {
        assertThat(tools.tools()).extracting(ToolSpec::name).containsExactly(CREATE, STATUS);
    }

    private static AgentTool tool(String name, ToolSource source, boolean enabled) {
        return new AgentTool(new ToolSpec(new ToolName(name), "", Map.of("type", "object"), source), enabled);
    }

    @Test
    void steps_may_use_what_is_enabled_but_not_what_creates_tasks() {
        List<AgentTool> all = List.of(
                tool("a.registered", ToolSource.REGISTRY, true),
                tool("builtin.task_create", ToolSource.IN_PROCESS, true),
                tool("builtin.task_status", ToolSource.IN_PROCESS, true),
                tool("web.fetch", ToolSource.IN_PROCESS, false));

        assertThat(AgentTaskTools.ofSteps(all)).containsExactly("builtin.task_status", "a.registered");
    }

    @Test
    void there_are_no_more_than_a_task_can_name_and_the_built_in_ones_are_among_them() {
        List<AgentTool> all = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            all.add(tool("a.t" + i, ToolSource.MCP, true));
        }
        all.add(tool("web.fetch", ToolSource.IN_PROCESS, true));

        assertThat(AgentTaskTools.ofSteps(all)).hasSize(128).startsWith("web.fetch");
    }
}
