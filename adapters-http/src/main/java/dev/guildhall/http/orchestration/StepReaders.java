package dev.guildhall.http.orchestration;

import dev.guildhall.ports.Backoff;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.task.Concurrency;
import dev.guildhall.ports.task.Retry;
import dev.guildhall.ports.task.StartTime;
import dev.guildhall.ports.task.TaskOptions;
import dev.guildhall.ports.task.TaskType;
import dev.guildhall.ports.workflow.StepSpec;
import dev.guildhall.ports.workflow.Workflows;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads steps of workflows and of their definitions (tasks-30, tasks-50). */
final class StepReaders {
    private static final int MOST_SECONDS = (int) Retry.LONGEST_FIRST.toSeconds();

    static final RequestReader<String> NAME =
            RequestReader.text(text -> Text.requireName("name", text, 1, Workflows.MAX_NAME));

    static final RequestReader<List<StepSpec>> STEPS =
            RequestReader.list(RequestReader.object(StepReaders::step), Workflows.MOST_STEPS);

    private static final RequestReader<List<String>> DEPENDENCIES =
            RequestReader.list(RequestReader.text(), Workflows.MOST_STEPS);

    private StepReaders() {}

    private static StepSpec step(JsonBody body) {
        Supplier<String> name = body.required("name", RequestReader.text());
        Supplier<TaskType> type = body.required("taskType", TaskReaders.TYPE);
        Supplier<List<String>> tools = TaskReaders.tools(body, "taskType");
        Supplier<Map<String, Object>> input = body.optional("input", RequestReader.dataObject(), Map.of());
        Supplier<List<String>> dependsOn = body.optional("dependsOn", DEPENDENCIES, List.of());
        Supplier<TaskOptions> options = options(body);
        body.check();
        return new StepSpec(name.get(), "", type.get(), tools.get(), input.get(), dependsOn.get(), options.get());
    }

    private static Supplier<TaskOptions> options(JsonBody body) {
        Supplier<Optional<Instant>> startAt = body.optional("startAt", RequestReader.text(StepReaders::timestamp));
        Supplier<Optional<Retry>> retry = body.optional("retry", RequestReader.object(StepReaders::retry));
        Supplier<Optional<Concurrency>> concurrency =
                body.optional("concurrency", RequestReader.object(StepReaders::concurrency));
        return () -> new TaskOptions(
                startAt.get().map(StartTime.At::new),
                retry.get(),
                concurrency.get(),
                Optional.empty(),
                Optional.empty());
    }

    private static Instant timestamp(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException malformed) {
            throw Refusal.invalid("startAt", "must be an ISO 8601 timestamp such as 2030-01-31T12:00:00Z");
        }
    }

    private static Retry retry(JsonBody body) {
        Supplier<Integer> attempts = body.required("maxAttempts", RequestReader.integer(1, Retry.MOST_ATTEMPTS));
        Supplier<Integer> initial = body.optional("initialSeconds", RequestReader.integer(1, MOST_SECONDS), 1);
        Supplier<Integer> factor = body.optional("factor", RequestReader.integer(2, 10), 2);
        Supplier<Integer> most = body.optional("maxSeconds", RequestReader.integer(1, MOST_SECONDS), 300);
        body.check();
        Duration first = Duration.ofSeconds(initial.get());
        Duration longest = Duration.ofSeconds(Math.max(initial.get(), most.get()));
        return new Retry(attempts.get(), new Backoff(first, factor.get(), longest));
    }

    private static Concurrency concurrency(JsonBody body) {
        Supplier<String> key =
                body.required("key", RequestReader.text(text -> Text.requireName("key", text, 1, TaskOptions.MAX_KEY)));
        Supplier<Integer> limit = body.required("limit", RequestReader.integer(1, Concurrency.MOST));
        body.check();
        return new Concurrency(key.get(), limit.get());
    }
}
