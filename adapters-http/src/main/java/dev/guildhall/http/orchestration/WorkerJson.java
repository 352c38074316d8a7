package dev.guildhall.http.orchestration;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.guildhall.http.json.Json;
import dev.guildhall.ports.task.LeaseId;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskWorkers.Leased;
import java.time.Instant;
import java.util.List;

/** The JSON records of external workers (contract 6). */
final class WorkerJson {
    private WorkerJson() {}

    /** A task with the worker's lease. */
    record LeasedJson(@JsonUnwrapped TaskJson task, String leaseId, String leaseUntil) {
        static LeasedJson of(Leased leased) {
            return new LeasedJson(
                    TaskJson.of(leased.task()), leased.leaseId().value(), Json.timestamp(leased.leaseUntil()));
        }
    }

    /** The tasks that a worker has claimed; may be empty. */
    record TakenJson(List<LeasedJson> tasks) {
        static TakenJson of(List<Leased> taken) {
            return new TakenJson(taken.stream().map(LeasedJson::of).toList());
        }
    }

    /** The new end of a lease. */
    record LeaseJson(String taskId, String leaseId, String leaseUntil) {
        static LeaseJson of(TaskId taskId, LeaseId leaseId, Instant until) {
            return new LeaseJson(taskId.value(), leaseId.value(), Json.timestamp(until));
        }
    }
}
