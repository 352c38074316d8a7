package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.integrations.oauth.SignInProvider;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The pages in a real browser (chat-20): a server runs the suite of its own pages, {@code src/test/suites/pages}.
 * By its name it is the first of the integration tests, since it takes the longest.
 */
@Timeout(2400)
class AllPagesIT {
    private static final String SUITE = "pages";

    @Test
    void the_pages_pass_the_suite_that_does_what_their_users_do(@TempDir Path folder) throws IOException {
        Path data = SuiteServer.dataIn(folder);
        SuiteServer.link(SuiteServer.copied(SUITE, data), "axe-core");

        try (SignInProvider provider = new SignInProvider();
                SuiteServer server = SuiteServer.start(folder, data, settings(provider))) {
            JsonNode run = server.awaitEnd(server.begin(SUITE, "/"));

            assertThat(SuiteServer.failures(run)).isEmpty();
            assertThat(run.path("outcome").asText()).as(run.toPrettyString()).isEqualTo("passed");
            assertThat(run.at("/results/total").asInt()).isPositive();
            assertThat(run.at("/results/passed")).isEqualTo(run.at("/results/total"));
        }
    }

    private static Map<String, String> settings(SignInProvider provider) {
        Map<String, String> settings = new HashMap<>(provider.settings());
        settings.put("GUILDHALL_ADMIN_EMAILS", "admin@example.org,people@example.org");
        settings.put("GUILDHALL_EGRESS_ALLOW", "127.0.0.1");
        settings.put("GUILDHALL_WEBHOOK_ALLOW", "127.0.0.1");
        settings.put("GUILDHALL_RATE_LIMIT_PER_MINUTE", "0");
        // The user who waits for the end of the suite has one token; the suite may take longer than the usual 15
        // minutes.
        settings.put("GUILDHALL_ACCESS_TOKEN_LIFE", "7200");
        settings.put("GUILDHALL_SIGN_IN_LIMIT_PER_MINUTE", "0");
        return settings;
    }
}
