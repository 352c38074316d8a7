package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.integrations.oauth.SignInProvider;
import dev.guildhall.testkit.contract.Needs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The pages in a real browser (chat-20): a server runs the suite of its own pages, {@code src/test/suites/pages}.
 * By its name it is the first of the integration tests, since it takes the longest.
 */
@Timeout(600)
class AllPagesIT {
    private static final String SUITE = "pages";

    @Test
    void the_pages_pass_the_suite_that_does_what_their_users_do(@TempDir Path folder) throws IOException {
        Path data = SuiteServer.dataIn(folder);
        Path packages = Files.createDirectories(copied(data).resolve("node_modules"));
        Files.createSymbolicLink(packages.resolve("axe-core"), axe());

        try (SignInProvider provider = new SignInProvider();
                SuiteServer server = SuiteServer.start(folder, data, settings(provider))) {
            JsonNode run = server.awaitEnd(server.begin(SUITE, "/"));

            assertThat(failures(run)).isEmpty();
            assertThat(run.path("outcome").asText()).as(run.toPrettyString()).isEqualTo("passed");
            assertThat(run.at("/results/total").asInt()).isPositive();
            assertThat(run.at("/results/passed")).isEqualTo(run.at("/results/total"));
        }
    }

    private static Map<String, String> settings(SignInProvider provider) {
        Map<String, String> settings = new HashMap<>(provider.settings());
        settings.put("GUILDHALL_ADMIN_EMAILS", "admin@example.org,people@example.org");
        settings.put("GUILDHALL_EGRESS_ALLOW", "127.0.0.1");
        settings.put("GUILDHALL_RATE_LIMIT_PER_MINUTE", "0");
        settings.put("GUILDHALL_SIGN_IN_LIMIT_PER_MINUTE", "0");
        return settings;
    }

    private static Path copied(Path data) throws IOException {
        Path from = Path.of("src", "test", "suites", SUITE);
        Path to = Files.createDirectory(data.resolve("suites").resolve(SUITE));
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
        return to;
    }

    private static Path axe() {
        Optional<Path> axe = Optional.ofNullable(System.getenv("GUILDHALL_TEST_NPM"))
                .map(packages -> Path.of(packages, "node_modules", "axe-core"))
                .filter(Files::isDirectory);
        return Needs.orSkip(axe, "there is no axe-core in GUILDHALL_TEST_NPM");
    }

    private static List<String> failures(JsonNode run) {
        Stream<JsonNode> failures = StreamSupport.stream(run.path("failures").spliterator(), false);
        return failures.map(each ->
                        each.path("test").asText() + "\n" + each.path("error").asText())
                .toList();
    }
}
