package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sets an installation up in a real browser, from the link that the server prints to a colleague who uses it. */
@Timeout(300)
class SetUpInPagesIT {
    private static final String SUITE = "setup";
    /** What the suite shares with that of the pages. */
    private static final List<String> SHARED =
            List.of("access.ts", "chat.ts", "device.ts", "mailbox.ts", "person.ts", "playwright.config.ts");

    @Test
    void a_person_who_knows_the_printed_link_sets_up_models_tools_and_a_colleague(@TempDir Path folder)
            throws IOException {
        Path data = SuiteServer.dataIn(folder);
        Path suite = SuiteServer.copied(SUITE, data);
        for (String file : SHARED) {
            Files.copy(SuiteServer.SUITES.resolve("pages").resolve(file), suite.resolve(file));
        }
        SuiteServer.link(suite, "axe-core", "@figma", "@modelcontextprotocol", "express");

        try (SuiteServer server = SuiteServer.startWithPostgres(
                folder,
                data,
                Map.of(
                        "GUILDHALL_EGRESS_ALLOW", "127.0.0.1",
                        "GUILDHALL_RATE_LIMIT_PER_MINUTE", "0",
                        "GUILDHALL_SIGN_IN_LIMIT_PER_MINUTE", "0"))) {
            Files.writeString(suite.resolve("link.txt"), server.setupLink());
            JsonNode run = server.awaitEnd(server.begin(SUITE, "/"));

            assertThat(SuiteServer.failures(run)).isEmpty();
            assertThat(run.path("outcome").asText()).as(run.toPrettyString()).isEqualTo("passed");
            assertThat(run.at("/results/passed").asInt()).isOne();
        }
    }
}
