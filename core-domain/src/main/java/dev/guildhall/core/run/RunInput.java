package dev.guildhall.core.run;

import dev.guildhall.ports.problem.Refusal;
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

/** The input of a {@code test-run} task: the body of {@code POST /runs} (contract 7). */
final class RunInput {
    private static final String SUITE = "suite";
    private static final String TARGET = "target";
    private static final String BROWSERS = "browsers";
    private static final String OPTIONS = "options";
    private static final String FILES = "files";

    private RunInput() {}

    static Map<String, Object> of(RunRequest request) {
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
    static RunRequest read(Map<String, Object> input) {
        Map<?, ?> options = input.get(OPTIONS) instanceof Map<?, ?> given ? given : Map.of();
        if (input.get(OPTIONS) != null && !(input.get(OPTIONS) instanceof Map<?, ?>)) {
            throw Refusal.invalid(OPTIONS, "must be an object");
        }
        return new RunRequest(
                new SuiteName(required(input, SUITE)),
                RunRequest.target(required(input, TARGET)),
                texts(input.get(BROWSERS), BROWSERS).stream()
                        .map(RunInput::browser)
                        .toList(),
                new RunOptions(
                        integer(options, "retries"),
                        integer(options, "timeout").map(Duration::ofMillis),
                        integer(options, "workers"),
                        integer(options, "runTimeout").map(Duration::ofMillis),
                        text(options, "grep"),
                        texts(options.get(FILES), OPTIONS + "." + FILES)),
                List.of());
    }

    private static String required(Map<String, Object> input, String field) {
        return text(input, field).orElseThrow(() -> Refusal.invalid(field, "is required"));
    }

    private static Optional<String> text(Map<?, ?> map, String field) {
        return switch (map.get(field)) {
            case null -> Optional.empty();
            case String text -> Optional.of(text);
            default -> throw Refusal.invalid(field, "must be a string");
        };
    }

    private static Optional<Integer> integer(Map<?, ?> map, String field) {
        return switch (map.get(field)) {
            case null -> Optional.empty();
            case Number number
            when number.doubleValue() == Math.rint(number.doubleValue())
                    && Math.abs(number.doubleValue()) <= Integer.MAX_VALUE -> Optional.of(number.intValue());
            default -> throw Refusal.invalid(OPTIONS + "." + field, "must be an integer");
        };
    }

    private static List<String> texts(Object value, String field) {
        return switch (value) {
            case null -> List.of();
            case List<?> list
            when list.stream().allMatch(String.class::isInstance) ->
                list.stream().map(String.class::cast).toList();
            default -> throw Refusal.invalid(field, "must be a list of strings");
        };
    }

    private static Browser browser(String name) {
        for (Browser browser : Browser.values()) {
            if (name(browser).equals(name)) {
                return browser;
            }
        }
        throw Refusal.invalid(BROWSERS, "must be of chromium, firefox, webkit");
    }
}
