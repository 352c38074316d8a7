package dev.guildhall.ports.run;

import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.Violation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The options of a run (runs-7). Absent means the default of {@code suite.json}, then {@link #DEFAULT};
 * {@code retries} and {@code timeout} that are absent there too come from the suite's Playwright configuration, or else
 * from Playwright's own defaults (0 and 30 s).
 *
 * @param retries how many times a failed test is repeated, 0 to 10
 * @param timeout for one test, 1 s to 10 min
 * @param workers how many tests run in parallel, 1 to 16
 * @param runTimeout for the whole run once it has started, 1 s to 24 h
 * @param grep only tests whose full title matches this regular expression of JavaScript; at most {@value #MAX_TEXT}
 *     characters
 * @param files only test files whose path contains one of these; at most {@value #MAX_FILES}, each at most
 *     {@value #MAX_TEXT} characters; empty means all
 */
public record RunOptions(
        Optional<Integer> retries,
        Optional<Duration> timeout,
        Optional<Integer> workers,
        Optional<Duration> runTimeout,
        Optional<String> grep,
        List<String> files) {
    /** The most characters of {@code grep} and of one of the {@code files}. */
    public static final int MAX_TEXT = 500;

    /** The most entries of {@code files}. */
    public static final int MAX_FILES = 100;

    /** No option is set. */
    public static final RunOptions NONE = new RunOptions(
            Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), List.of());

    /** One worker, 30 min for the run. */
    public static final RunOptions DEFAULT = new RunOptions(
            Optional.empty(),
            Optional.empty(),
            Optional.of(1),
            Optional.of(Duration.ofMinutes(30)),
            Optional.empty(),
            List.of());

    /** @throws Refusal with {@code CommonProblem.Invalid} that names every option out of its range */
    public RunOptions {
        files = List.copyOf(files);
        List<Violation> violations = new ArrayList<>();
        require(violations, "retries", retries, 0, 10);
        require(violations, "timeout", timeout.map(RunOptions::millis), 1_000, 600_000);
        require(violations, "workers", workers, 1, 16);
        require(violations, "runTimeout", runTimeout.map(RunOptions::millis), 1_000, 86_400_000);
        grep.filter(text -> text.isEmpty() || text.length() > MAX_TEXT)
                .ifPresent(text ->
                        violations.add(new Violation("options.grep", "must have 1 to " + MAX_TEXT + " characters")));
        if (files.size() > MAX_FILES || files.stream().anyMatch(file -> file.isEmpty() || file.length() > MAX_TEXT)) {
            violations.add(new Violation(
                    "options.files",
                    "must have at most " + MAX_FILES + " entries of 1 to " + MAX_TEXT + " characters"));
        }
        if (!violations.isEmpty()) {
            throw new Refusal(new CommonProblem.Invalid(violations));
        }
    }

    /** These options; the other's where these are absent. */
    public RunOptions or(RunOptions other) {
        return new RunOptions(
                retries.or(other::retries),
                timeout.or(other::timeout),
                workers.or(other::workers),
                runTimeout.or(other::runTimeout),
                grep.or(other::grep),
                files.isEmpty() ? other.files : files);
    }

    private static int millis(Duration duration) {
        return (int) Math.min(Integer.MAX_VALUE, duration.toMillis());
    }

    private static void require(
            List<Violation> violations, String option, Optional<Integer> value, int least, int most) {
        value.filter(given -> given < least || given > most)
                .ifPresent(given -> violations.add(
                        new Violation("options." + option, "must be between " + least + " and " + most)));
    }
}
