package dev.guildhall.ports.run;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A directory with a Playwright Test project (runs-24).
 *
 * @param name of its directory
 * @param directory its path on this node
 * @param description from its {@code suite.json}; empty when it has none
 * @param browsers from its {@code suite.json}; empty when it names none
 * @param env environment variables of its tests
 * @param image the container image that it requires; absent means the runner's
 * @param defaults options from its {@code suite.json}
 * @param acceptsNewBaselines whether a screenshot without a baseline passes and becomes the baseline
 * @param tests the tests that Playwright lists for one browser, whose name is {@link TestName#project()}; absent until
 *     they have been counted
 * @param error why it cannot be loaded, or why its tests cannot be counted; absent when they can
 */
public record Suite(
        SuiteName name,
        Path directory,
        String description,
        List<Browser> browsers,
        Map<String, String> env,
        Optional<String> image,
        RunOptions defaults,
        boolean acceptsNewBaselines,
        Optional<List<TestName>> tests,
        Optional<String> error) {
    public Suite {
        browsers = List.copyOf(browsers);
        env = Map.copyOf(env);
        tests = tests.map(List::copyOf);
    }
}
