package dev.guildhall.integrations.playwright;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.inmemory.InMemoryBlobStore;
import dev.guildhall.ports.run.BlobStore;
import dev.guildhall.ports.run.RunError;
import dev.guildhall.ports.run.RunEvent;
import dev.guildhall.ports.run.RunOptions;
import dev.guildhall.ports.run.Suite;
import dev.guildhall.ports.run.SuiteName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The reports of a run whose programs print and write invalid content; without a browser. */
@Timeout(60)
class PlaywrightRunnerIT {
    private static final String PLAN =
            "{\"type\":\"planned\",\"platform\":\"linux\",\"tests\":[{\"project\":\"chromium\",\"file\":\"a.ts\",\"title\":\"a\"}]}";
    private static final String FINISHED = "{\"type\":\"finished\",\"status\":\"passed\"}";

    @TempDir
    Path folder;

    private final BlobStore content = new InMemoryBlobStore(InstantSource.system());
    private final List<RunEvent> events = new ArrayList<>();

    private Optional<RunError> run(String script) throws IOException, InterruptedException {
        return run(script, events::add);
    }

    private Optional<RunError> run(String script, Consumer<RunEvent> listener)
            throws IOException, InterruptedException {
        FakeNode node = new FakeNode(folder, script);
        Path directory = Files.createDirectory(node.suites.resolve("one"));
        Suite suite = SuiteFile.read(new SuiteName("one"), directory);
        return new PlaywrightRunner(node.playwright, node.launcher, TestSuites.TARGETS, node.server, content)
                .run(Recorded.assignment(suite, RunOptions.DEFAULT, List.of()), listener);
    }

    private static String line(String json) {
        return "echo '" + json + "' >> \"$events\"\n";
    }

    private String printed() {
        return events.stream()
                .filter(RunEvent.Logged.class::isInstance)
                .map(event -> ((RunEvent.Logged) event).text())
                .collect(Collectors.joining());
    }

    @Test
    void what_a_run_prints_is_told_while_it_goes_on() throws Exception {
        String script = line(PLAN) + "echo hello\nwhile [ ! -e \"$folder/go\" ]; do sleep 0.02; done\nprintf bye\n"
                + line(FINISHED);

        Optional<RunError> failure = run(script, event -> {
            events.add(event);
            if (event instanceof RunEvent.Logged(String text) && text.equals("hello\n")) {
                create(folder.resolve("go"));
            }
        });

        assertThat(failure).isEmpty();
        assertThat(printed()).isEqualTo("hello\nbye\n");
    }

    private static void create(Path file) {
        try {
            Files.createFile(file);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Test
    void a_run_that_prints_100_MB_makes_few_events() throws Exception {
        String script = line(PLAN) + "yes 'one of very many lines' | head -c 100000000\n" + line(FINISHED);

        assertThat(run(script)).isEmpty();

        assertThat(printed()).endsWith(LogReader.LEFT_OUT).hasSizeLessThan(2 * LogReader.MOST_CHARACTERS);
        assertThat(events).hasSizeLessThan(200);
    }

    private void assertFails(String script, RunError.Code code, String message) throws Exception {
        RunError error = run(script + "sleep 600\n").orElseThrow();

        assertThat(error).isEqualTo(new RunError(code, message));
        assertThat(RunFolder.mark(folder).processes()).isEmpty();
    }

    @Test
    void a_run_with_too_many_events_is_ended() throws Exception {
        assertFails(
                line(PLAN) + "yes '{\"type\":\"error\",\"message\":\"x\"}' | head -n 200000 >> \"$events\"\n",
                RunError.Code.RUNNER_CRASHED,
                "the reporter of the run wrote more than 200000 events");
    }

    @Test
    void a_run_with_an_event_without_an_end_is_ended() throws Exception {
        assertFails(
                line(PLAN) + "yes 'yes' | tr -d '\\n' | head -c 70000000 >> \"$events\"\n",
                RunError.Code.RUNNER_CRASHED,
                "the reporter of the run wrote a line of more than 67108864 bytes");
    }

    @Test
    void a_run_whose_events_are_none_is_ended() throws Exception {
        assertFails(
                line("{\"type\":\"ended\",\"test\":0,\"status\":\"odd\"}"),
                RunError.Code.RUNNER_CRASHED,
                "the reporter of the run wrote a line that is not an event");
    }

    @Test
    void a_suite_with_too_many_tests_is_invalid() throws Exception {
        String plan =
                "{ printf '{\"type\":\"planned\",\"tests\":['; seq 20001 | sed 's/.*/{\"title\":\"&\"},/' | tr -d '\\n"
                        + "'; echo '{}]}'; } >> \"$events\"\n";

        assertFails(
                plan,
                RunError.Code.SUITE_INVALID,
                "the suite has more than 20000 tests, those of all browsers counted");
    }

    @Test
    void of_many_errors_the_first_are_told() throws Exception {
        String errors =
                "for i in $(seq 2000); do echo '{\"type\":\"error\",\"message\":\"no '$i'\"}'; done >> \"$events\"\n";

        RunError error = run(errors).orElseThrow();

        assertThat(error.code()).isEqualTo(RunError.Code.SUITE_INVALID);
        assertThat(error.message()).startsWith("no 1\n").endsWith("no 20");
    }
}
