package dev.guildhall.integrations.playwright;

import dev.guildhall.ports.run.Baseline;
import dev.guildhall.ports.run.Browser;
import dev.guildhall.ports.run.RunOptions;
import dev.guildhall.ports.run.SuiteRunner;
import dev.guildhall.ports.run.TestName;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The settings of a run for the wrapper configuration, with every launcher. */
final class RunSettings {
    /** The settings for a count of the tests. */
    static final Map<String, Object> COUNT =
            Map.of("list", true, "target", "http://localhost", "browsers", List.of("chromium"), "baselines", List.of());

    private static final Pattern SPECIAL = Pattern.compile("[\\x00-\\x7F&&[^A-Za-z0-9_]]");

    private RunSettings() {}

    static Map<String, Object> of(SuiteRunner.Assignment assignment) {
        RunOptions options = assignment.request().options();
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("list", false);
        settings.put("target", assignment.request().target().toString());
        settings.put(
                "browsers",
                assignment.request().browsers().stream().map(RunSettings::name).toList());
        options.retries().ifPresent(value -> settings.put("retries", value));
        options.timeout().map(Duration::toMillis).ifPresent(value -> settings.put("timeout", value));
        options.workers().ifPresent(value -> settings.put("workers", value));
        options.grep().ifPresent(value -> settings.put("grep", value));
        settings.put(
                "only",
                assignment.request().only().stream().map(RunSettings::test).toList());
        settings.put("acceptNew", assignment.suite().acceptsNewBaselines());
        settings.put(
                "baselines",
                assignment.baselines().stream()
                        .map(Baseline::key)
                        .map(key -> Map.of("project", key.project(), "file", key.file(), "name", key.name()))
                        .toList());
        return settings;
    }

    static String name(Browser browser) {
        return browser.name().toLowerCase(Locale.ROOT);
    }

    private static Map<String, Object> test(TestName test) {
        return Map.of("project", test.project(), "file", test.file(), "title", test.title());
    }

    /** The environment variables that every launcher gives to the tests. */
    static Map<String, String> environment(SuiteRunner.Assignment assignment) {
        String target = assignment.request().target().toString();
        return Map.of(
                "CI", "1",
                "LANG", "C.UTF-8",
                "NO_COLOR", "1",
                "PLAYWRIGHT_HTML_OPEN", "never",
                "BASE_URL", target,
                "TARGET_URL", target);
    }

    /**
     * Arguments that select tests as the command line of Playwright does: the projects that the tests depend on run too.
     * The request contains parts of paths of files; Playwright also accepts options, {@code file:line} and regular
     * expressions. So every character that has a meaning in one of these is escaped.
     */
    static List<String> filters(SuiteRunner.Assignment assignment) {
        RunOptions options = assignment.request().options();
        return Stream.concat(
                        options.grep().stream().map(grep -> "--grep=" + grep),
                        options.files().stream()
                                .map(file -> SPECIAL.matcher(file)
                                        .replaceAll(found -> "\\\\u%04x"
                                                .formatted((int) found.group().charAt(0)))))
                .toList();
    }
}
