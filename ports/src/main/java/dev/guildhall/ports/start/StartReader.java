package dev.guildhall.ports.start;

/** Driven port: reads bodies of requests that start work, as the request itself would be read. Does not block. */
public interface StartReader {
    /**
     * Reads work to be started.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Invalid} that names each fault from
     *     {@code start} on, for example {@code start.task.type}
     */
    StartRequest read(Start start);
}
