package dev.guildhall.persistence.workflow;

import dev.guildhall.persistence.db.StoredJson;
import dev.guildhall.persistence.db.StoredObject;
import dev.guildhall.persistence.task.TaskRows;
import dev.guildhall.ports.task.Concurrency;
import dev.guildhall.ports.task.StartTime;
import dev.guildhall.ports.task.TaskOptions;
import dev.guildhall.ports.task.TaskType;
import dev.guildhall.ports.workflow.StepSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Definitions of steps as JSON. */
final class StepSpecJson {
    private StepSpecJson() {}

    /** All of a step but its name. */
    static Map<String, Object> unnamed(StepSpec spec) {
        Map<String, Object> written = new LinkedHashMap<>();
        written.put("description", spec.description());
        written.put("taskType", spec.taskType().value());
        written.put("tools", spec.tools());
        written.put("input", spec.input());
        written.put("dependsOn", spec.dependsOn());
        if (!spec.options().equals(TaskOptions.NONE)) {
            written.put("options", options(spec.options()));
        }
        return written;
    }

    static StepSpec read(String name, StoredObject spec) {
        return new StepSpec(
                name,
                spec.text("description"),
                new TaskType(spec.text("taskType")),
                spec.texts("tools"),
                spec.plain("input"),
                spec.texts("dependsOn"),
                spec.optionalObject("options").map(StepSpecJson::options).orElse(TaskOptions.NONE));
    }

    private static Map<String, Object> options(TaskOptions options) {
        Map<String, Object> written = new LinkedHashMap<>();
        options.start().ifPresent(start -> {
            switch (start) {
                case StartTime.At(Instant time) -> written.put("startAt", time.toString());
                case StartTime.After(Duration delay) -> written.put("delay", delay.toString());
            }
        });
        options.retry().ifPresent(rule -> written.put("retry", StoredJson.readObject(TaskRows.retry(rule))));
        options.concurrency()
                .ifPresent(one -> written.put("concurrency", Map.of("key", one.key(), "limit", one.limit())));
        options.unique().ifPresent(key -> written.put("unique", key));
        return written;
    }

    private static TaskOptions options(StoredObject read) {
        return new TaskOptions(
                read.optionalText("startAt")
                        .<StartTime>map(time -> new StartTime.At(Instant.parse(time)))
                        .or(() -> read.optionalText("delay").map(delay -> new StartTime.After(Duration.parse(delay)))),
                read.optionalPlain("retry").map(rule -> TaskRows.retry(StoredJson.write(rule))),
                read.optionalObject("concurrency").map(one -> new Concurrency(one.text("key"), one.integer("limit"))),
                read.optionalText("unique"),
                Optional.empty());
    }
}
