package dev.guildhall.core.task;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.task.TaskType;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The kinds of tasks that are built in (tasks-3). An agent or an external worker runs all other types. */
public final class TaskTypes {
    /** Calls one tool. */
    public static final TaskType TOOL = new TaskType("tool");

    /** Asks a language model. */
    public static final TaskType COMPLETION = new TaskType("completion");

    /** Does nothing for a while. */
    public static final TaskType SLEEP = new TaskType("sleep");

    /** Waits for a signal or a time (tasks-42). */
    public static final TaskType WAIT = new TaskType("wait");

    /** Gives its input back. */
    public static final TaskType ECHO = new TaskType("echo");

    /** An agent follows a prompt. */
    public static final TaskType AGENT = new TaskType("agent");

    /** Gives an answer of responses in the background. */
    public static final TaskType RESPONSE = new TaskType("response");

    /** Runs all cases of an assistant. */
    public static final TaskType EVALUATION = new TaskType("evaluation");

    /** The agent answers a question in a chat (schedules-9). */
    public static final TaskType CHAT = new TaskType("chat");

    public static final Set<TaskType> BUILT_IN =
            Set.of(TOOL, COMPLETION, RESPONSE, EVALUATION, TaskType.TEST_RUN, SLEEP, WAIT, ECHO, AGENT, CHAT);

    private static final Map<TaskType, Optional<String>> SERVICES = Map.of(
            TOOL,
            Optional.of("tools"),
            COMPLETION,
            Optional.of("completion"),
            RESPONSE,
            Optional.of("completion"),
            TaskType.TEST_RUN,
            Optional.of("runs"),
            SLEEP,
            Optional.empty(),
            WAIT,
            Optional.empty(),
            ECHO,
            Optional.empty());

    private TaskTypes() {}

    /**
     * Refuses a task whose work belongs to a service that the creator's API key does not reach (keys-4). An agent
     * carries out the types that are not built in.
     */
    static void requireReach(Caller.User creator, TaskType type) {
        SERVICES.getOrDefault(type, Optional.of("agent"))
                .filter(service -> !creator.mayCall(service))
                .ifPresent(service -> {
                    throw new Refusal(
                            new CommonProblem.Forbidden("type: the API key does not reach the service " + service));
                });
    }
}
