package dev.guildhall.testkit;

import dev.guildhall.ports.Actor;
import dev.guildhall.ports.ApiKeyId;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.TaskType;
import dev.guildhall.ports.workflow.StepSpec;
import dev.guildhall.ports.workflow.Workflow;
import dev.guildhall.ports.workflow.WorkflowId;
import dev.guildhall.ports.workflow.WorkflowStatus;
import dev.guildhall.ports.workflow.WorkflowStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Builds a {@link Workflow} that is running, of one step unless others are named. Not thread-safe. */
public final class SampleWorkflow {
    private final UserId owner;
    private final List<WorkflowStep> steps = new ArrayList<>();
    private Workflow.Kind kind = Workflow.Kind.WORKFLOW;
    private WorkflowStatus status = WorkflowStatus.RUNNING;
    private Optional<ChatId> chatId = Optional.empty();

    SampleWorkflow(UserId owner) {
        this.owner = owner;
    }

    /** Makes the workflow a task of the agent service that has not started. */
    public SampleWorkflow agentTask() {
        kind = Workflow.Kind.AGENT_TASK;
        status = WorkflowStatus.PENDING;
        return this;
    }

    public SampleWorkflow chat(ChatId id) {
        chatId = Optional.of(id);
        return this;
    }

    public SampleWorkflow step(String name, String... dependsOn) {
        return step(name, Map.of("of", name), dependsOn);
    }

    public SampleWorkflow step(String name, Map<String, Object> input, String... dependsOn) {
        StepSpec spec = new StepSpec(
                name,
                "what " + name + " does, 茶",
                new TaskType("sample"),
                List.of("web.search"),
                input,
                List.of(dependsOn));
        steps.add(WorkflowStep.pending(spec));
        return this;
    }

    public Workflow build() {
        if (steps.isEmpty()) {
            step("only");
        }
        Workflow.About about = new Workflow.About(kind, "a sample, 茶", "of what there is", chatId);
        return new Workflow(
                new WorkflowId(Sample.id(kind == Workflow.Kind.WORKFLOW ? "wf" : "task")),
                owner,
                new Actor(
                        new ProfileId(Sample.id("prf")),
                        Optional.of(new ApiKeyId(Sample.id("key"))),
                        Optional.of(new UserId(Sample.id("usr"))),
                        2),
                about,
                status,
                steps,
                Sample.NOW,
                Optional.empty(),
                Optional.empty());
    }
}
