package dev.guildhall.core.tool.connection;

import static dev.guildhall.core.tool.connection.ConnectionFixture.consented;
import static dev.guildhall.core.tool.connection.ConnectionFixture.name;
import static dev.guildhall.core.tool.connection.ConnectionFixture.scopes;
import static dev.guildhall.core.tool.connection.ConnectionFixture.wish;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Refused;
import dev.guildhall.ports.connection.ConnectRequest;
import dev.guildhall.ports.connection.Connection;
import dev.guildhall.ports.connection.ConsentCode;
import dev.guildhall.ports.connection.ConsentResponse;
import dev.guildhall.ports.oauth.RedirectUri;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.ToolProblem;
import dev.guildhall.testkit.contract.AtOnce;
import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The return of the browser. */
class ConsentFlowTest {
    private static final Problem STALE = new ToolProblem.ConsentStateNotValid();
    private static final String HOME = "https://app.example/back?to=%2Fhome&integration=acme&";

    private final ConnectionFixture fixture = new ConnectionFixture();

    private String begun() {
        return fixture.begun(wish("acme"));
    }

    private static ConsentResponse failed(String state, String error) {
        return new ConsentResponse(name("acme"), state, Optional.empty(), Optional.of(error));
    }

    @Test
    void a_consent_connects_and_the_browser_receives_no_token() {
        String state = begun();

        URI back = fixture.answered(consented(state));

        Connection connection = fixture.connection().orElseThrow();
        assertThat(back).hasToString(HOME + "status=connected");
        assertThat(connection.grantedScopes()).isEqualTo(scopes("read", "write"));
        assertThat(connection.connectedAt()).isEqualTo(fixture.time.instant());
        assertThat(fixture.acme.exchanged())
                .containsExactly(new ConsentCode(
                        "a code",
                        URI.create("https://guild.example/api/v1/integrations/acme/callback"),
                        fixture.acme.asked().verifier()));
    }

    @Test
    void the_gateway_gets_back_its_registration_and_the_issuer_that_the_browser_brought() {
        fixture.acme.registers("a registration");
        ConsentResponse plain = consented(begun());

        fixture.answered(new ConsentResponse(
                plain.integration(),
                plain.state(),
                plain.code(),
                plain.error(),
                Optional.of("https://issuer.example")));

        assertThat(fixture.acme.exchanged()).singleElement().satisfies(code -> {
            assertThat(code.registration()).contains("a registration");
            assertThat(code.issuer()).contains("https://issuer.example");
        });
    }

    @ParameterizedTest
    @CsvSource({
        "https://app.example, https://app.example?integration=acme&status=connected",
        "https://app.example/?, https://app.example/?integration=acme&status=connected",
        "https://app.example/?a=b&, https://app.example/?a=b&integration=acme&status=connected"
    })
    void the_address_that_was_asked_for_stays_as_it_was(String asked, String expected) {
        ConnectRequest wish = new ConnectRequest(
                name("acme"), Optional.of(new RedirectUri(asked)), Optional.empty(), Optional.empty());

        assertThat(fixture.answered(consented(fixture.begun(wish)))).hasToString(expected);
    }

    @Test
    void the_granted_scopes_count_and_not_the_requested_ones() {
        fixture.acme.grants("read");

        assertThat(fixture.connected().grantedScopes()).isEqualTo(scopes("read"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "access_denied; access_denied",
                "a=b&status=connected#; abstatusconnected",
                "'%0d%0aSet-Cookie: x'; 0d0aSet-Cookiex",
                "<!>; exchange_failed",
                "''; exchange_failed"
            })
    void an_error_of_the_provider_is_cleaned_and_passed_on_and_the_state_is_used(String error, String shown) {
        String state = begun();

        assertThat(fixture.answered(failed(state, error))).hasToString(HOME + "error=" + shown);
        assertThat(Refused.by(() -> fixture.answered(consented(state)))).isEqualTo(STALE);
        assertThat(fixture.connection()).isEmpty();
    }

    @Test
    void a_long_error_is_shortened_and_an_answer_without_a_code_is_an_error() {
        assertThat(fixture.answered(failed(begun(), "x".repeat(10_000)))).hasToString(HOME + "error=" + "x".repeat(64));
        assertThat(fixture.answered(new ConsentResponse(name("acme"), begun(), Optional.empty(), Optional.empty())))
                .hasToString(HOME + "error=exchange_failed");
        assertThat(fixture.answered(new ConsentResponse(name("acme"), begun(), Optional.of(" "), Optional.empty())))
                .hasToString(HOME + "error=exchange_failed");
    }

    @Test
    void a_refused_code_and_an_unreachable_provider_have_different_errors() {
        fixture.acme.refuses();
        URI refused = fixture.answered(consented(begun()));
        fixture.acme.goesDown();
        String state = begun();
        URI down = fixture.answered(consented(state));

        assertThat(refused).hasToString(HOME + "error=exchange_failed");
        assertThat(down).hasToString(HOME + "error=temporarily_unavailable");
        assertThat(Refused.by(() -> fixture.answered(consented(state)))).isEqualTo(STALE);
        assertThat(fixture.connection()).isEmpty();
    }

    @Test
    void a_state_is_good_once_for_its_own_integration_for_ten_minutes() {
        String used = begun();
        fixture.answered(consented(used));
        String elsewhere = begun();
        ConsentResponse other = new ConsentResponse(name("stranger"), elsewhere, Optional.of("code"), Optional.empty());
        Problem misled = Refused.by(() -> fixture.answered(other));
        String late = begun();
        fixture.time.advance(Duration.ofMinutes(10));

        assertThat(misled).isEqualTo(STALE);
        assertThat(List.of(used, elsewhere, late, "made up"))
                .allSatisfy(state -> assertThat(Refused.by(() -> fixture.answered(consented(state))))
                        .isEqualTo(STALE));
        assertThat(fixture.acme.exchanged()).hasSize(1);
    }

    @Test
    void of_many_that_come_back_with_one_state_at_once_one_connects() throws Exception {
        String state = begun();
        Callable<Boolean> answer = Refused.orAccepted(() -> fixture.answered(consented(state)));

        assertThat(AtOnce.run(Collections.nCopies(8, answer))).containsOnlyOnce(true);
        assertThat(fixture.acme.exchanged()).hasSize(1);
    }

    @Test
    void a_connection_belongs_to_the_user_who_began_it() {
        fixture.connected();

        assertThat(fixture.connections.ofUser(fixture.someone().userId())).isEmpty();
        assertThat(fixture.connections.ofUser(fixture.ada.userId())).hasSize(1);
    }

    @Test
    void an_account_that_is_erased_meanwhile_leaves_no_connection_and_no_tokens() {
        fixture.acme.meanwhile(() -> fixture.stores.removeAccount(fixture.ada.userId()));

        assertThat(fixture.answered(consented(begun()))).hasToString(HOME + "error=exchange_failed");
        assertThat(fixture.connection()).isEmpty();
        assertThat(fixture.acme.revoked()).hasSize(1);
    }

    @Test
    void beyond_the_limit_the_oldest_request_is_removed() {
        String oldest = begun();
        fixture.time.advance(Duration.ofSeconds(1));
        List<String> others =
                Collections.nCopies(20, "any").stream().map(any -> begun()).toList();

        assertThat(Refused.by(() -> fixture.answered(consented(oldest)))).isEqualTo(STALE);
        assertThat(fixture.answered(consented(others.getFirst()))).hasToString(HOME + "status=connected");
    }

    @Test
    void the_text_form_of_a_request_shows_no_secret() {
        String state = begun();

        assertThat(List.of(fixture.acme.asked().toString(), consented(state).toString()))
                .noneMatch(text -> text.contains(state)
                        || text.contains(fixture.acme.asked().verifier()));
    }
}
