package dev.guildhall.core.task;

import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.run.Browser;
import dev.guildhall.ports.run.RunOptions;
import dev.guildhall.ports.run.RunRequest;
import dev.guildhall.ports.run.SuiteName;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The input of a {@code test-run} task: the body of {@code POST /runs} (tasks-10). */
public final class RunInput {
    private static final String SUITE = "suite";
    private static final String TARGET = "target";
    private static final String BROWSERS = "browsers";
    private static final String OPTIONS = "options";
    private static final String FILES = "files";

    private RunInput() {}

    /** The input of a task for a run; it does not restrict the tests of the run. */
    public static Map<String, Object> of(RunRequest request) {
        Map<String, Object> options = new LinkedHashMap<>();
        request.options().retries().ifPresent(value -> options.put("retries", value));
        request.options().timeout().ifPresent(value -> options.put("timeout", value.toMillis()));
        request.options().workers().ifPresent(value -> options.put("workers", value));
        request.options().runTimeout().ifPresent(value -> options.put("runTimeout", value.toMillis()));
        request.options().grep().ifPresent(value -> options.put("grep", value));
        if (!request.options().files().isEmpty()) {
            options.put(FILES, request.options().files());
        }
        Map<String, Object> input = new LinkedHashMap<>();
        input.put(SUITE, request.suite().value());
        input.put(TARGET, request.target().toString());
        input.put(BROWSERS, request.browsers().stream().map(RunInput::name).toList());
        input.put(OPTIONS, options);
        return input;
    }

    private static String name(Browser browser) {
        return browser.name().toLowerCase(Locale.ROOT);
    }

    /**
     * Reads the input of a task that a caller submitted.
     *
     * @throws Refusal with {@code CommonProblem.Invalid} that names the field
     */
    public static RunRequest read(Map<String, Object> input) {
        Fields fields = new Fields("", input);
        Fields options = fields.object(OPTIONS);
        return new RunRequest(
                new SuiteName(fields.required(SUITE)),
                RunRequest.target(fields.required(TARGET)),
                fields.texts(BROWSERS).stream().map(RunInput::browser).toList(),
                new RunOptions(
                        options.integer("retries"),
                        options.integer("timeout").map(Duration::ofMillis),
                        options.integer("workers"),
                        options.integer("runTimeout").map(Duration::ofMillis),
                        options.text("grep"),
                        options.texts(FILES)),
                List.of());
    }

    /** The faults of the input of a task, with the fields' names in the task. */
    static List<Violation> violations(Map<String, Object> input) {
        try {
            read(input);
            return List.of();
        } catch (Refusal refused) {
            if (refused.problem() instanceof CommonProblem.Invalid(List<Violation> violations)) {
                return violations.stream()
                        .map(one -> new Violation("input." + one.field(), one.message()))
                        .toList();
            }
            throw refused;
        }
    }

    private static Browser browser(String name) {
        for (Browser browser : Browser.values()) {
            if (name(browser).equals(name)) {
                return browser;
            }
        }
        throw Refusal.invalid(BROWSERS, "must be of chromium, firefox, webkit");
    }

    /** The fields of an object, whose names in errors have that prefix. */
    private record Fields(String path, Map<?, ?> values) {
        private Refusal invalid(String field, String message) {
            return Refusal.invalid(path + field, message);
        }

        Fields object(String field) {
            return switch (values.get(field)) {
                case null -> new Fields(field + ".", Map.of());
                case Map<?, ?> object -> new Fields(field + ".", object);
                default -> throw invalid(field, "must be an object");
            };
        }

        String required(String field) {
            return text(field).orElseThrow(() -> invalid(field, "is required"));
        }

        Optional<String> text(String field) {
            return switch (values.get(field)) {
                case null -> Optional.empty();
                case String text -> Optional.of(text);
                default -> throw invalid(field, "must be a string");
            };
        }

        Optional<Integer> integer(String field) {
            return switch (values.get(field)) {
                case null -> Optional.empty();
                case Number number
                when Inputs.isWhole(number, Integer.MIN_VALUE, Integer.MAX_VALUE) -> Optional.of(number.intValue());
                default -> throw invalid(field, "must be an integer");
            };
        }

        List<String> texts(String field) {
            return switch (values.get(field)) {
                case null -> List.of();
                case List<?> list
                when list.stream().allMatch(String.class::isInstance) ->
                    list.stream().map(String.class::cast).toList();
                default -> throw invalid(field, "must be a list of strings");
            };
        }
    }
}
