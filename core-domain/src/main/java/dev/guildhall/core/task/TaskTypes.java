package dev.guildhall.core.task;

import dev.guildhall.ports.task.TaskType;
import java.util.Set;

/** The kinds of tasks that are built in (contract 6). An agent or an external worker runs all other types. */
public final class TaskTypes {
    /** Calls one tool. */
    public static final TaskType TOOL = new TaskType("tool");

    /** Asks a language model. */
    public static final TaskType COMPLETION = new TaskType("completion");

    /** Does nothing for a while. */
    public static final TaskType SLEEP = new TaskType("sleep");

    /** Gives its input back. */
    public static final TaskType ECHO = new TaskType("echo");

    /** An agent follows a prompt. */
    public static final TaskType AGENT = new TaskType("agent");

    /** All of them. */
    public static final Set<TaskType> BUILT_IN = Set.of(TOOL, COMPLETION, TaskType.TEST_RUN, SLEEP, ECHO, AGENT);

    private TaskTypes() {}
}
