package dev.guildhall.integrations.playwright;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.run.Suite;
import dev.guildhall.ports.run.SuiteName;
import dev.guildhall.ports.run.TestName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** With a program instead of Node.js that reports one test once a file exists. */
class DiskSuitesTest {
    @TempDir
    Path folder;

    private final List<DiskSuites> opened = new ArrayList<>();
    private Path suites;
    private FakeNode node;

    @BeforeEach
    void a_node_that_waits() throws IOException {
        node = new FakeNode(folder, """
            echo x >> "$folder/counts"
            [ -e "$folder/kill" ] && kill -9 $$
            while [ ! -e "$folder/go" ]; do sleep 0.02; done
            echo '{"type":"planned","tests":[{"project":"chromium","file":"a.spec.ts","title":"a"}]}' > "$events"
            """);
        suites = node.suites;
    }

    @AfterEach
    void no_count_writes_any_more() {
        opened.forEach(DiskSuites::close);
    }

    private DiskSuites catalog(Duration listing) {
        return catalog(listing, Duration.ofMinutes(1));
    }

    private DiskSuites catalog(Duration listing, Duration finding) {
        opened.add(new DiskSuites(suites, node.playwright, node.launcher, node.server, listing, finding));
        return opened.getLast();
    }

    private void suite(String name) throws IOException {
        Path spec = Files.createDirectories(suites.resolve(name)).resolve("a.spec.ts");
        Files.writeString(spec, "");
        Files.setLastModifiedTime(spec, FileTime.from(Instant.EPOCH));
    }

    private void go() throws IOException {
        Files.createFile(folder.resolve("go"));
    }

    private int counts() throws IOException {
        Path counts = folder.resolve("counts");
        return Files.exists(counts) ? Files.readAllLines(counts).size() : 0;
    }

    private static List<TestName> tests(DiskSuites catalog, String suite) {
        return catalog.find(new SuiteName(suite)).orElseThrow().tests().orElseThrow();
    }

    @Test
    void a_list_does_not_wait_for_counts_and_shows_them_later() throws Exception {
        suite("one");
        suite("two");
        DiskSuites catalog = catalog(Duration.ofMillis(1));

        assertThat(catalog.all())
                .hasSize(2)
                .allMatch(suite -> suite.tests().isEmpty() && suite.error().isEmpty());

        go();
        assertThat(tests(catalog, "two")).hasSize(1);
        assertThat(tests(catalog, "one")).hasSize(1);
        assertThat(catalog.all()).extracting(Suite::error).containsOnly(Optional.empty());
        assertThat(counts()).isEqualTo(2);
    }

    @Test
    void a_suite_is_counted_again_when_a_file_changes_and_shows_its_former_count_meanwhile() throws Exception {
        suite("one");
        go();
        DiskSuites catalog = catalog(Duration.ofMillis(1));
        catalog.find(new SuiteName("one"));
        Files.delete(folder.resolve("go"));

        Files.writeString(suites.resolve("one/b.spec.ts"), "");

        assertThat(catalog.all().getFirst().tests().orElseThrow()).hasSize(1);
        go();
        assertThat(catalog.find(new SuiteName("one"))).isPresent();
        assertThat(counts()).isEqualTo(2);
    }

    @Test
    void a_suite_whose_count_takes_long_is_found_without_it() throws Exception {
        suite("one");
        DiskSuites catalog = catalog(Duration.ofMillis(1), Duration.ofMillis(1));

        Suite found = catalog.find(new SuiteName("one")).orElseThrow();

        assertThat(found.tests()).isEmpty();
        assertThat(found.error()).isEmpty();
    }

    @Test
    @Timeout(60)
    void a_started_catalog_counts_in_the_background_and_a_closed_one_ends_the_count() throws Exception {
        suite("one");
        DiskSuites catalog = catalog(Duration.ofMillis(1));

        catalog.start();

        while (counts() == 0) {
            Thread.yield();
        }
        catalog.close();
        assertThat(RunFolder.mark(folder).processes()).isEmpty();
    }

    @Test
    void the_shipped_suite_is_counted_without_playwright() throws Exception {
        ShippedSuites.copyTo(suites);
        Path packages = suites.resolve("node_modules");
        Files.move(packages, folder.resolve("no_modules"));
        DiskSuites catalog = catalog(Duration.ofMillis(1));

        Suite smoke = catalog.all().getFirst();

        assertThat(smoke.tests().orElseThrow())
                .extracting(TestName::title)
                .containsExactly("answers 2xx", "has a title", "logs no error to the console", "looks as before");
        assertThat(smoke.error()).isEmpty();
        assertThat(counts()).isZero();
        assertThat(packages).doesNotExist();
    }

    @Test
    void the_shipped_suite_is_counted_by_playwright_when_it_has_another_file() throws Exception {
        ShippedSuites.copyTo(suites);
        suite("smoke");
        go();

        assertThat(tests(catalog(Duration.ofMillis(1)), "smoke")).hasSize(1);
    }

    @Test
    void callers_at_once_share_a_count() throws Exception {
        suite("one");
        DiskSuites catalog = catalog(Duration.ofMillis(1));
        Thread[] callers = Stream.generate(() -> Thread.ofVirtual().start(() -> catalog.find(new SuiteName("one"))))
                .limit(8)
                .toArray(Thread[]::new);
        catalog.all();

        go();
        for (Thread caller : callers) {
            caller.join();
        }

        assertThat(counts()).isEqualTo(1);
    }

    @Test
    void what_is_missing_on_the_machine_is_looked_for_again() throws Exception {
        suite("one");
        go();
        Path packages = suites.resolve("node_modules/@playwright");
        Files.move(packages, folder.resolve("later"));
        DiskSuites catalog = catalog(Duration.ofMillis(1));
        Optional<String> before =
                catalog.find(new SuiteName("one")).orElseThrow().error();

        assertThat(folder.resolve("p")).doesNotExist();
        Files.move(folder.resolve("later"), packages);

        assertThat(before.orElseThrow()).contains("@playwright/test");
        assertThat(catalog.find(new SuiteName("one")).orElseThrow().error()).isEmpty();
    }

    @Test
    void a_count_whose_process_was_killed_does_not_hold() throws Exception {
        suite("one");
        go();
        Path kill = Files.createFile(folder.resolve("kill"));
        DiskSuites catalog = catalog(Duration.ofMillis(1));
        Optional<String> before =
                catalog.find(new SuiteName("one")).orElseThrow().error();

        Files.delete(kill);

        assertThat(before.orElseThrow()).contains("was killed");
        assertThat(tests(catalog, "one")).hasSize(1);
    }

    @Test
    void a_suite_is_read_without_a_count() throws Exception {
        suite("one");
        suite("broken");
        Files.writeString(suites.resolve("broken/suite.json"), "[]");
        DiskSuites catalog = catalog(Duration.ofMillis(1));

        assertThat(catalog.read(new SuiteName("one")).orElseThrow().error()).isEmpty();
        assertThat(catalog.read(new SuiteName("broken")).orElseThrow().error().orElseThrow())
                .contains("suite.json");
        assertThat(catalog.read(new SuiteName("none"))).isEmpty();
        assertThat(counts()).isZero();
    }
}
