package dev.guildhall.core.tool;

import dev.guildhall.ports.execution.ExecutionState;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The result of an execution as plain data, which is stored for a repeated request. */
final class ExecutionAnswers {
    /** A stored result. */
    record Answer(Instant startedAt, ExecutionState.Ended ended) {}

    private ExecutionAnswers() {}

    static Map<String, Object> write(Instant startedAt, ExecutionState.Ended ended) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("startedAt", startedAt.toString());
        answer.put("durationMs", ended.duration().toMillis());
        switch (ended.outcome()) {
            case ToolOutcome.Success(Object data) -> answer.put("data", data);
            case ToolOutcome.Failure failure -> {
                answer.put("kind", failure.kind().wireName());
                answer.put("message", failure.message());
                failure.retryAfter().ifPresent(later -> answer.put("retryAfterMs", later.toMillis()));
            }
        }
        return answer;
    }

    static Answer read(Map<String, Object> answer) {
        Instant startedAt = Instant.parse(String.valueOf(answer.get("startedAt")));
        Duration duration = duration(answer, "durationMs").orElse(Duration.ZERO);
        return new Answer(startedAt, new ExecutionState.Ended(outcome(answer), duration));
    }

    private static ToolOutcome outcome(Map<String, Object> answer) {
        Optional<Object> kind = Optional.ofNullable(answer.get("kind"));
        if (kind.isEmpty()) {
            return new ToolOutcome.Success(
                    Optional.ofNullable(answer.get("data")).orElseGet(Map::of));
        }
        return new ToolOutcome.Failure(
                kind.map(String::valueOf).flatMap(FailureKind::fromWire).orElse(FailureKind.FAILED),
                String.valueOf(answer.get("message")),
                duration(answer, "retryAfterMs"));
    }

    private static Optional<Duration> duration(Map<String, Object> answer, String name) {
        return answer.get(name) instanceof Number ms
                ? Optional.of(Duration.ofMillis(ms.longValue()))
                : Optional.empty();
    }
}
