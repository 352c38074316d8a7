package dev.guildhall.testkit;

import dev.guildhall.ports.Actor;
import dev.guildhall.ports.ApiKeyId;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.NewTask;
import dev.guildhall.ports.task.Retry;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskOptions;
import dev.guildhall.ports.task.TaskSpec;
import dev.guildhall.ports.task.TaskType;
import dev.guildhall.ports.workflow.WorkflowId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Builds a single {@link NewTask} with the default priority and timeout. Not thread-safe. */
public final class SampleTask {
    private final UserId owner;
    private TaskType type = new TaskType("sample");
    private Map<String, Object> input = Map.of("text", "hello");
    private List<String> tools = List.of();
    private int priority = TaskSpec.DEFAULT_PRIORITY;
    private Duration ttl = TaskSpec.DEFAULT_TTL;
    private TaskOptions options = TaskOptions.NONE;
    private Optional<String> part = Optional.empty();
    private Actor actor = new Actor(new ProfileId(Sample.id("prf")), Optional.empty(), Optional.empty());

    SampleTask(UserId owner) {
        this.owner = owner;
    }

    public SampleTask type(String name) {
        type = new TaskType(name);
        return this;
    }

    public SampleTask input(Map<String, Object> one) {
        input = one;
        return this;
    }

    public SampleTask tools(String... names) {
        tools = List.of(names);
        return this;
    }

    public SampleTask priority(int one) {
        priority = one;
        return this;
    }

    public SampleTask ttl(Duration one) {
        ttl = one;
        return this;
    }

    public SampleTask retry(Retry one) {
        return options(options.withRetry(one));
    }

    public SampleTask options(TaskOptions one) {
        options = one;
        return this;
    }

    public SampleTask partOf(WorkflowId workflow) {
        part = Optional.of(workflow.value());
        return this;
    }

    public SampleTask withKey(ApiKeyId key) {
        actor = new Actor(actor.profileId(), Optional.of(key), actor.countsFor(), actor.hops());
        return this;
    }

    public SampleTask countsFor(UserId user) {
        actor = new Actor(actor.profileId(), actor.keyId(), Optional.of(user), actor.hops());
        return this;
    }

    public SampleTask afterHops(int hops) {
        actor = actor.afterHops(hops);
        return this;
    }

    public NewTask build() {
        TaskSpec spec = new TaskSpec(type, input, tools, priority, ttl, options);
        return new NewTask(new TaskId(Sample.id("task")), owner, actor, spec, part);
    }
}
