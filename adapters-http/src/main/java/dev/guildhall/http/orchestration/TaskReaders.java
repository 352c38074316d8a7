package dev.guildhall.http.orchestration;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Exchange;
import dev.guildhall.ports.Backoff;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.TaskProblem;
import dev.guildhall.ports.task.Concurrency;
import dev.guildhall.ports.task.Retry;
import dev.guildhall.ports.task.StartTime;
import dev.guildhall.ports.task.TaskFilter;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskOptions;
import dev.guildhall.ports.task.TaskSpec;
import dev.guildhall.ports.task.TaskStatus;
import dev.guildhall.ports.task.TaskType;
import dev.guildhall.ports.task.Tasks;
import dev.guildhall.wire.json.EnumNames;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import dev.guildhall.wire.json.WholeNumbers;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads tasks of requests. */
public final class TaskReaders {
    private static final int MAX_TOOL = 128;

    private static final int LEAST_TTL = (int) TaskSpec.SHORTEST.toSeconds();
    private static final int MOST_TTL = (int) TaskSpec.LONGEST.toSeconds();
    private static final int USUAL_TTL = (int) TaskSpec.DEFAULT_TTL.toSeconds();
    static final int LONGEST_WAIT = (int) Tasks.LONGEST_WAIT.toSeconds();

    private static final Set<TaskStatus> STATUSES = EnumSet.allOf(TaskStatus.class);

    static final RequestReader<TaskStatus> RETRIED_STATUS = RequestReader.text(
            name -> EnumNames.read("status", EnumSet.of(TaskStatus.FAILED, TaskStatus.CANCELLED), name));

    static final RequestReader<TaskType> TYPE = RequestReader.text(TaskType::new);

    private static final RequestReader<List<String>> TOOLS = RequestReader.list(
            RequestReader.text(name -> Text.requireName("tools", name, 1, MAX_TOOL)), TaskSpec.MAX_TOOLS);

    private static final RequestReader<String> KEY =
            RequestReader.text(key -> Text.requireName("key", key, 1, TaskOptions.MAX_KEY));

    private static final Pattern WAIT = Pattern.compile("(?i)wait\\s*=\\s*\"?(\\d{1,9})\"?");

    private TaskReaders() {}

    static TaskId taskId(Exchange exchange) {
        return exchange.pathId("taskId", new TaskProblem.TaskNotFound(), TaskId::new);
    }

    /** The body of {@code POST /tasks}, without its approvals. */
    public static TaskSpec spec(JsonBody body) {
        Supplier<TaskType> type = body.required("type", TYPE);
        Supplier<Map<String, Object>> input = body.optional("input", RequestReader.dataObject(), Map.of());
        Supplier<List<String>> tools = tools(body, "type");
        Supplier<Integer> priority = body.optional(
                "priority", RequestReader.integer(TaskSpec.LEAST, TaskSpec.MOST), TaskSpec.DEFAULT_PRIORITY);
        Supplier<Integer> ttl = body.optional("ttl", RequestReader.integer(LEAST_TTL, MOST_TTL), USUAL_TTL);
        Supplier<TaskOptions> options = options(body);
        Supplier<Optional<String>> unique = body.optional("unique", RequestReader.object(TaskReaders::key));
        body.check();
        return new TaskSpec(type.get(), input.get(), tools.get(), priority.get(), Duration.ofSeconds(ttl.get()))
                .with(unique.get().map(options.get()::withUnique).orElseGet(options));
    }

    /** What tasks and steps have: {@code startAt} or {@code delaySeconds}, {@code retry} and {@code concurrency}. */
    static Supplier<TaskOptions> options(JsonBody body) {
        Supplier<Optional<Instant>> startAt = body.optional("startAt", TaskReaders::timestamp);
        Supplier<Optional<Duration>> delay =
                body.optional("delaySeconds", startAt.get().isPresent() ? TaskReaders::secondStart : seconds(MOST_TTL));
        Supplier<Optional<Retry>> retry = body.optional("retry", RequestReader.object(TaskReaders::retry));
        Supplier<Optional<Concurrency>> concurrency =
                body.optional("concurrency", RequestReader.object(TaskReaders::concurrency));
        return () -> new TaskOptions(
                startAt.get()
                        .<StartTime>map(StartTime.At::new)
                        .or(() -> delay.get().map(StartTime.After::new)),
                retry.get(),
                concurrency.get(),
                Optional.empty(),
                Optional.empty());
    }

    private static Retry retry(JsonBody body) {
        Supplier<Integer> attempts = body.required("maxAttempts", RequestReader.integer(1, Retry.MOST_ATTEMPTS));
        Supplier<Duration> first =
                body.optional("initialSeconds", seconds((int) Retry.LONGEST_FIRST.toSeconds()), Duration.ofSeconds(1));
        Supplier<Double> factor = body.optional("factor", number(1, 10), 2.0);
        Supplier<Duration> longest = body.optional("maxSeconds", seconds(MOST_TTL), Duration.ofMinutes(5));
        body.check();
        return new Retry(attempts.get(), new Backoff(first.get(), factor.get(), longest.get()));
    }

    private static Concurrency concurrency(JsonBody body) {
        Supplier<String> key = body.required("key", KEY);
        Supplier<Integer> limit = body.required("limit", RequestReader.integer(1, Concurrency.MOST));
        body.check();
        return new Concurrency(key.get(), limit.get());
    }

    private static String key(JsonBody body) {
        Supplier<String> key = body.required("key", KEY);
        body.check();
        return key.get();
    }

    private static Duration secondStart(JsonNode node, String path) {
        throw Refusal.invalid(path, "must not come with startAt");
    }

    private static RequestReader<Duration> seconds(int most) {
        return (node, path) -> Duration.ofMillis(Math.round(number(0, most).read(node, path) * 1000));
    }

    private static RequestReader<Double> number(double least, double most) {
        return (node, path) -> {
            double number = RequestReader.number().read(node, path);
            if (!(number >= least && number <= most)) {
                throw Refusal.invalid(path, "must be a number between %.0f and %.0f".formatted(least, most));
            }
            return number;
        };
    }

    /** An ISO 8601 timestamp with an offset, before the year 10000. */
    static Instant timestamp(JsonNode node, String path) {
        try {
            OffsetDateTime time = OffsetDateTime.parse(RequestReader.text().read(node, path));
            if (time.getYear() < 0 || time.getYear() > 9999) {
                throw Refusal.invalid(path, "must be a timestamp before the year 10000");
            }
            return time.toInstant();
        } catch (DateTimeParseException malformed) {
            throw Refusal.invalid(path, "must be an ISO 8601 timestamp such as 2030-01-31T12:00:00Z");
        }
    }

    /**
     * The tools that a task may use. An empty list allows none, so that a task of the type {@code tool} could not do
     * anything. When the list is absent, such a task calls the tool that its input names.
     */
    static Supplier<List<String>> tools(JsonBody body, String typeField) {
        boolean callsTool = body.optional(typeField, (node, path) -> node.asText(), "")
                .get()
                .equals("tool");
        return body.optional("tools", callsTool ? TaskReaders::oneOrMore : TOOLS, List.of());
    }

    private static List<String> oneOrMore(JsonNode node, String path) {
        List<String> tools = TOOLS.read(node, path);
        if (tools.isEmpty()) {
            throw Refusal.invalid(path, "must name the tool that the task calls, or be left out");
        }
        return tools;
    }

    /** How long the response waits for the task's end, in seconds; empty when the query has no {@code wait}. */
    static Optional<Duration> wait(Exchange exchange) {
        return exchange.query("wait").map(TaskReaders::wait);
    }

    private static Duration wait(String seconds) {
        return WholeNumbers.parse(seconds)
                .filter(wait -> wait <= LONGEST_WAIT)
                .map(Duration::ofSeconds)
                .orElseThrow(() -> Refusal.invalid("wait", "must be an integer between 0 and " + LONGEST_WAIT));
    }

    /**
     * How long the client would wait for the result, no longer than the server's limit: {@code Prefer: wait=10} (RFC
     * 7240). Other preferences are ignored, as that standard requires; the first one counts when there are several.
     */
    static Optional<Duration> preferredWait(Exchange exchange) {
        return exchange.requestHeaders("Prefer").stream()
                .flatMap(value -> Stream.of(value.split("[,;]", -1)))
                .map(wish -> WAIT.matcher(wish.strip()))
                .filter(Matcher::matches)
                .findFirst()
                .map(wish -> Duration.ofSeconds(Math.min(Integer.parseInt(wish.group(1)), LONGEST_WAIT)));
    }

    /** The user whose tasks are listed; absent means all that the caller may see. */
    static Optional<UserId> owner(Exchange exchange) {
        return exchange.query("userId").map(UserId::new);
    }

    static TaskFilter filter(Exchange exchange) {
        return new TaskFilter(
                owner(exchange),
                exchange.query("status").map(name -> EnumNames.read("status", STATUSES, name)),
                exchange.query("type").map(TaskType::new));
    }
}
