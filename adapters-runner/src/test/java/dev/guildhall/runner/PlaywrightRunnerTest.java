package dev.guildhall.runner;

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

/** What a run reports when programs print and write what they should not; without a browser. */
@Timeout(60)
class PlaywrightRunnerTest {
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
        return new PlaywrightRunner(node.playwright, node.launcher, node.server, content)
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
}
