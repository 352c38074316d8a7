package dev.guildhall.http.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.connection.IntegrationName;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class RequestStatesTest {
    private static final String TARGET = "camera\ntools/call\nask";

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-08-01T00:00:00Z"));
    private final RequestStates states = new RequestStates(new byte[32], now::get);
    private final Peer ada = peer("usr_1", "ses_1");
    private final RequestStates.State state =
            new RequestStates.State(Optional.of("of the server"), Optional.of(List.of(Map.of("action", "accept"))));

    private static Peer peer(String user, String session) {
        Caller.User caller =
                new Caller.User(new UserId(user), new ProfileId("prf_1"), new SessionId(session), Set.of());
        return Peer.newer(caller, McpView.ALL, JsonNodeFactory.instance.objectNode());
    }

    @Test
    void what_is_sealed_is_opened_for_a_day() {
        String sealed = states.seal(ada, TARGET, state);

        now.updateAndGet(then -> then.plus(Duration.ofHours(24)).minusMillis(1));
        assertThat(states.open(ada, TARGET, sealed)).isEqualTo(state);
        now.updateAndGet(then -> then.plusMillis(1));
        assertRefused(ada, TARGET, sealed);
    }

    @Test
    void another_user_session_request_or_installation_does_not_open_it() {
        String sealed = states.seal(ada, TARGET, state);

        assertRefused(peer("usr_2", "ses_1"), TARGET, sealed);
        assertRefused(peer("usr_1", "ses_2"), TARGET, sealed);
        assertRefused(ada, "camera\ntools/call\nother", sealed);
        assertRefused(ada, "microphone\ntools/call\nask", sealed);
        assertRefused(
                Peer.newer(
                        ada.user(),
                        new McpView(Optional.of(new IntegrationName("camera"))),
                        JsonNodeFactory.instance.objectNode()),
                TARGET,
                sealed);
        byte[] other = new byte[32];
        other[0] = 1;
        assertThatThrownBy(() -> new RequestStates(other, now::get).open(ada, TARGET, sealed))
                .isInstanceOf(RpcRefusal.class);
    }

    @Test
    void no_altered_byte_passes() {
        Random random = new Random(7);
        byte[] sealed = Base64.getUrlDecoder().decode(states.seal(ada, TARGET, state));
        for (int i = 0; i < 200; i++) {
            byte[] altered = sealed.clone();
            altered[random.nextInt(altered.length)] ^= (byte) (1 + random.nextInt(255));
            assertRefused(ada, TARGET, Base64.getUrlEncoder().withoutPadding().encodeToString(altered));
        }
        assertRefused(ada, TARGET, "");
        assertRefused(ada, TARGET, "not base64!");
    }

    private void assertRefused(Peer peer, String target, String sealed) {
        assertThatThrownBy(() -> states.open(peer, target, sealed))
                .isInstanceOf(RpcRefusal.class)
                .hasMessageStartingWith("requestState: ");
    }
}
