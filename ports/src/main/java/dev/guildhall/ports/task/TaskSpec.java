package dev.guildhall.ports.task;

import dev.guildhall.ports.JsonData;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The work that a caller asks for (tasks-3 to tasks-14).
 *
 * @param type the kind of work
 * @param input what it works on, by name
 * @param tools the names of the tools that the task, and any task that it creates, may use; at most {@value
 *     #MAX_TOOLS}. Empty means none, but a task of type "tool" may then use the tool that its input names, one of type
 *     "evaluation" all, and one of type "agent" with an {@code assistantId} those of the assistant
 * @param priority {@value #LEAST} to {@value #MOST}, the highest first; each level is a head start of 6 s
 * @param ttl from its creation, or from its later {@linkplain TaskOptions#start() start}, to its end, queueing and all
 *     attempts included; {@link #SHORTEST} to {@link #LONGEST}
 * @param options when and how often it starts
 */
public record TaskSpec(
        TaskType type, Map<String, Object> input, List<String> tools, int priority, Duration ttl, TaskOptions options) {
    /** The least urgent priority. */
    public static final int LEAST = 0;

    /** The most urgent priority. */
    public static final int MOST = 100;

    /** The priority of a task that asks for none. */
    public static final int DEFAULT_PRIORITY = 50;

    /** The shortest time that a task can be given. */
    public static final Duration SHORTEST = Duration.ofSeconds(1);

    /** The longest time that a task can be given: 365 days. */
    public static final Duration LONGEST = Duration.ofDays(365);

    /** The time of a task that asks for none. */
    public static final Duration DEFAULT_TTL = Duration.ofHours(1);

    /** The most tools that a task can name. */
    public static final int MAX_TOOLS = 128;

    public TaskSpec {
        input = JsonData.copy(input);
        tools = List.copyOf(tools);
    }

    /** A task that starts at once and is tried again by the rule of its type. */
    public TaskSpec(TaskType type, Map<String, Object> input, List<String> tools, int priority, Duration ttl) {
        this(type, input, tools, priority, ttl, TaskOptions.NONE);
    }

    /** The same task with that rule, unless it has one. */
    public TaskSpec withUsual(Optional<Retry> rule) {
        return options.retry().isPresent() || rule.isEmpty() ? this : with(options.withRetry(rule.get()));
    }

    /** The same task with other options. */
    public TaskSpec with(TaskOptions others) {
        return new TaskSpec(type, input, tools, priority, ttl, others);
    }

    /** The same task with that much more time, or with less when it is negative. */
    public TaskSpec withMore(Duration time) {
        return new TaskSpec(type, input, tools, priority, ttl.plus(time), options);
    }

    /** A task without tools, of the usual priority and time. */
    public static TaskSpec of(TaskType type, Map<String, Object> input) {
        return new TaskSpec(type, input, List.of(), DEFAULT_PRIORITY, DEFAULT_TTL);
    }
}
