package dev.guildhall.integrations.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChallengeTest {
    private static Challenge read(String... headers) {
        return Challenge.read(List.of(headers)).orElseThrow();
    }

    @Test
    void a_challenge_names_the_metadata_the_scopes_and_the_error() {
        Challenge challenge = read("Bearer realm=\"a, \\\"b\\\"\", error=insufficient_scope,"
                + " scope=\"read  write\" , resource_metadata=\"https://a.example/x?y=1,2\"");

        assertThat(challenge.resourceMetadata()).contains("https://a.example/x?y=1,2");
        assertThat(challenge.scopes()).isEqualTo(Issuer.scopes("read", "write"));
        assertThat(challenge.isInsufficientScope()).isTrue();
    }

    @Test
    void a_challenge_is_found_behind_others() {
        Challenge one = read("Basic realm=\"x\", bearer scope=\"read\"");
        Challenge other = read("Negotiate", "Bearer");

        assertThat(one.scopes()).isEqualTo(Issuer.scopes("read"));
        assertThat(other).isEqualTo(new Challenge(Optional.empty(), List.of(), Optional.empty()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Basic realm=\"Bearer\"", "Bearers scope=read", "DPoP algs=\"ES256\""})
    void what_is_no_challenge_for_a_bearer_token_is_none(String header) {
        assertThat(Challenge.read(List.of(header))).isEmpty();
    }

    @Test
    void malformed_scopes_are_left_out_and_their_number_is_bounded() {
        String many = "s".repeat(300) + " a\\b " + "x ".repeat(10)
                + String.join(
                        " ", IntStream.range(0, 500).mapToObj(i -> "s" + i).toList());

        assertThat(read("Bearer scope=\"" + many + "\"").scopes()).hasSize(DiscoveryLimits.SCOPES);
    }
}
