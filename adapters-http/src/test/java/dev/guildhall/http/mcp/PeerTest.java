package dev.guildhall.http.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.Caller;
import dev.guildhall.testkit.Sample;
import dev.guildhall.wire.json.JsonBody;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the clients of both eras say they can answer. */
class PeerTest {
    private static final Caller.User ADA = Sample.user().requireUser();

    @ParameterizedTest
    @CsvSource({
        "'{}', form, false",
        "'{}', url, false",
        "'{\"elicitation\":{}}', form, true",
        "'{\"elicitation\":{}}', url, false",
        "'{\"elicitation\":{\"form\":{}}}', url, false",
        "'{\"elicitation\":{\"form\":{},\"url\":{}}}', form, true",
        "'{\"elicitation\":{\"url\":{}}}', url, true"
    })
    void an_address_is_shown_to_clients_that_say_so(String capabilities, String mode, boolean canAnswer) {
        JsonNode said = JsonBody.tree(capabilities.getBytes(StandardCharsets.UTF_8));
        Peer newer = Peer.newer(ADA, McpView.ALL, said);
        Peer older = Peer.older(ADA, Optional.of(McpSessionId.of(said)), McpView.ALL);

        assertThat(newer.canAnswer("elicitation/create", Map.of("mode", mode))).isEqualTo(canAnswer);
        assertThat(older.canAnswer("elicitation/create", Map.of("mode", mode))).isEqualTo(canAnswer);
    }
}
