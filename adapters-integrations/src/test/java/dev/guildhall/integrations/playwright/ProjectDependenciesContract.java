package dev.guildhall.integrations.playwright;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.run.RunError;
import dev.guildhall.ports.run.RunOptions;
import dev.guildhall.ports.run.TestName;
import dev.guildhall.ports.run.TestResult;
import dev.guildhall.ports.run.TestStatus;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests are selected as Playwright's command line does, wherever it runs: what they depend on runs with them. */
interface ProjectDependenciesContract {
    TestSuites suites();

    private Recorded run(String suite, Optional<String> grep, List<TestName> only) throws Exception {
        RunOptions options = new RunOptions(
                        Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), grep, List.of())
                .or(RunOptions.DEFAULT);
        return Recorded.run(
                suites().runner(),
                Recorded.assignment(suites().read(suite), URI.create("http://localhost:1/"), options, only, List.of()));
    }

    /** Tests that need what a project prepares in the temporary folder, and a project that removes it. */
    private void prepared() throws Exception {
        suites().with(
                        "prepared",
                        Map.of(
                                "playwright.config.ts",
                                """
                                export default { projects: [
                                  { name: 'prepare', testMatch: /first\\.ts/, teardown: 'remove' },
                                  { name: 'remove', testMatch: /last\\.ts/ },
                                  { name: 'one', testMatch: /spec\\.ts/, dependencies: ['prepare'], grepInvert: /@never/ },
                                  { name: 'two', testMatch: /spec\\.ts/, dependencies: ['prepare'] },
                                  { name: 'alone', testMatch: /alone\\.ts/ },
                                ] };
                                """,
                                "state.ts",
                                "export const state = process.env.TMPDIR + '/state';",
                                "first.ts",
                                """
                                import { test } from '@playwright/test';
                                import fs from 'node:fs';
                                import { state } from './state';
                                test('prepare', () => fs.writeFileSync(state, 'prepared'));
                                """,
                                "last.ts",
                                """
                                import { test } from '@playwright/test';
                                import fs from 'node:fs';
                                import { state } from './state';
                                test('remove', () => fs.rmSync(state));
                                """,
                                "alone.ts",
                                "import { test } from '@playwright/test';\ntest('alone', () => {});",
                                "a.spec.ts",
                                """
                                import { test, expect } from '@playwright/test';
                                import fs from 'node:fs';
                                import { state } from './state';
                                test('reads', { tag: '@Quick' }, () => expect(fs.readFileSync(state, 'utf8')).toBe('prepared'));
                                test('reads too @never', { tag: '@quick' }, () => expect(fs.readFileSync(state, 'utf8')).toBe('prepared'));
                                test('slow', () => {});
                                """));
    }

    @Test
    default void an_expression_selects_tests_and_what_they_depend_on() throws Exception {
        prepared();

        Recorded run = run("prepared", Optional.of("@quick"), List.of());

        assertThat(run.error).isEmpty();
        assertThat(run.failures()).isEmpty();
        assertThat(run.tests.keySet())
                .containsExactlyInAnyOrder(
                        "prepare prepare", "one reads", "two reads", "two reads too @never", "remove remove");
    }

    @ParameterizedTest
    @ValueSource(strings = {"(", "/a/gg"})
    default void a_malformed_expression_is_an_error_in_one_line(String grep) throws Exception {
        prepared();

        Recorded run = run("prepared", Optional.of(grep), List.of());

        RunError error = run.error.orElseThrow();
        assertThat(error.code()).isEqualTo(RunError.Code.SUITE_INVALID);
        assertThat(error.message())
                .startsWith("options.grep is no regular expression of JavaScript: Invalid ")
                .doesNotContain("\n");
        assertThat(run.logged).contains("options.grep").doesNotContain("    at ");
    }

    @Test
    default void tests_that_run_again_have_what_they_depend_on() throws Exception {
        prepared();

        Recorded run = run("prepared", Optional.of("@quick"), List.of(new TestName("two", "a.spec.ts", "reads")));

        assertThat(run.error).isEmpty();
        assertThat(run.failures()).isEmpty();
        assertThat(run.tests.keySet()).containsExactlyInAnyOrder("prepare prepare", "two reads", "remove remove");
    }

    @Test
    default void a_teardown_that_runs_again_follows_its_project() throws Exception {
        prepared();

        Recorded run = run("prepared", Optional.empty(), List.of(new TestName("remove", "last.ts", "remove")));

        assertThat(run.error).isEmpty();
        assertThat(run.failures()).isEmpty();
        assertThat(run.tests.keySet()).containsExactlyInAnyOrder("prepare prepare", "remove remove");
    }

    @Test
    default void a_project_whose_dependency_fails_is_not_begun() throws Exception {
        suites().with(
                        "unprepared",
                        Map.of(
                                "playwright.config.mts",
                                """
                                export default { projects: [
                                  { name: 'prepare', testMatch: /first\\.ts/, teardown: 'remove' },
                                  { name: 'remove', testMatch: /last\\.ts/ },
                                  { name: 'use', testMatch: /spec\\.ts/, dependencies: ['prepare'] },
                                ] };
                                """,
                                "first.ts",
                                "import { test } from '@playwright/test';\n"
                                        + "test('prepare', () => { throw new Error('no data'); });",
                                "last.ts",
                                "import { test } from '@playwright/test';\ntest('remove', () => {});",
                                "a.spec.ts",
                                "import { test } from '@playwright/test';\n"
                                        + "test('uses', () => {});\n"
                                        + "test.skip('skipped', () => {});"));

        Recorded run = run("unprepared", Optional.empty(), List.of());

        assertThat(run.error).isEmpty();
        assertThat(run.status("prepare prepare")).isEqualTo(TestStatus.FAILED);
        assertThat(run.status("remove remove")).isEqualTo(TestStatus.PASSED);
        assertThat(run.tests.values().stream().filter(TestResult::isNotRun)).hasSize(2);
    }

    @Test
    default void tests_beyond_the_allowed_failures_are_not_begun() throws Exception {
        suites().with(
                        "failures",
                        Map.of("playwright.config.ts", "export default { maxFailures: 1 };", "a.spec.ts", """
                            import { test, expect } from '@playwright/test';
                            test('fails', () => expect(1).toBe(2));
                            test('comes later', () => {});
                            """));

        Recorded run = run("failures", Optional.empty(), List.of());

        assertThat(run.error).isEmpty();
        assertThat(run.status("fails")).isEqualTo(TestStatus.FAILED);
        assertThat(run.tests.values().stream().filter(TestResult::isNotRun)).hasSize(1);
    }
}
