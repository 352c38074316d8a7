package dev.guildhall.integrations.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.integrations.provider.Loopback;
import dev.guildhall.integrations.provider.OAuthTimeouts;
import dev.guildhall.integrations.provider.TransportFault;
import dev.guildhall.ports.account.DisplayName;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.oauth.AuthorizationCode;
import dev.guildhall.ports.oauth.AuthorizationRequest;
import dev.guildhall.ports.oauth.CodeExchange;
import dev.guildhall.ports.oauth.ExternalIdentity;
import dev.guildhall.ports.oauth.IdentityKey;
import dev.guildhall.ports.oauth.OAuthProvider;
import dev.guildhall.ports.oauth.OAuthState;
import dev.guildhall.ports.oauth.ProviderKind;
import dev.guildhall.ports.oauth.ProviderName;
import dev.guildhall.ports.problem.AccountProblem;
import dev.guildhall.ports.problem.Problem;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GitHubProviderTest {
    private static final Problem DOWN = new AccountProblem.ProviderUnavailable("github");
    private static final OAuthTimeouts IMPATIENT =
            new OAuthTimeouts(Duration.ofSeconds(5), Duration.ofMillis(300), Duration.ofSeconds(5));

    @AutoClose
    private final StrictGitHub github = new StrictGitHub();

    private final ClientOptions client = ProviderFixture.client("github", github.address());
    private final OAuthProvider provider = ProviderFixture.provider(client);
    private final OAuthProvider impatient = ProviderFixture.provider(client, IMPATIENT, InstantSource.system());

    @Test
    void a_person_is_a_number_with_the_primary_address() {
        ExternalIdentity ada = ProviderFixture.signIn(provider);

        assertThat(ada)
                .isEqualTo(new ExternalIdentity(
                        new IdentityKey(github.address(), "583231"),
                        Optional.of(new Email("ada@example.org")),
                        true,
                        Optional.of(new DisplayName("ada"))));
        assertThat(provider.details().kind()).isEqualTo(ProviderKind.OAUTH2);
    }

    @Test
    void github_itself_needs_no_address() {
        ClientOptions known = new ClientOptions(
                new ProviderName("github"), Optional.empty(), Codes.CLIENT, Optional.of(Codes.SECRET));
        AuthorizationRequest request =
                new AuthorizationRequest(ProviderFixture.BACK, new OAuthState("a state"), ProviderFixture.PROOF);

        assertThat(ProviderFixture.provider(known).authorizationUrl(request).toString())
                .startsWith("https://github.com/login/oauth/authorize?")
                .contains("code_challenge_method=S256", "state=a+state");
    }

    @Test
    void a_primary_address_that_is_not_verified_is_said_to_be_so() {
        github.hasNotVerifiedThePrimaryAddress();

        ExternalIdentity ada = ProviderFixture.signIn(provider);

        assertThat(ada.email()).contains(new Email("ada@example.org"));
        assertThat(ada.emailVerified()).isFalse();
    }

    @Test
    void addresses_that_we_may_not_see_are_none() {
        github.keepsTheAddressesToItself();

        assertThat(ProviderFixture.signIn(provider).email()).isEmpty();
    }

    @Test
    void an_error_with_status_200_was_taken_for_a_sign_in() {
        AuthorizationCode code = ProviderFixture.code(provider);
        ProviderFixture.exchange(provider, code);
        AuthorizationCode unproven = ProviderFixture.code(provider);
        CodeExchange withoutProof = new CodeExchange(unproven, ProviderFixture.BACK, Optional.empty());

        Problem again = Loopback.refused(() -> ProviderFixture.exchange(provider, code));
        Problem without = Loopback.refused(() -> provider.exchange(withoutProof));

        assertThat(again).isEqualTo(without).isEqualTo(new AccountProblem.CodeRefused());
    }

    @Test
    void a_wrong_secret_is_a_fault_of_this_installation() {
        ClientOptions wrong = new ClientOptions(
                new ProviderName("github"), Optional.of(github.address()), Codes.CLIENT, Optional.of("wrong"));

        assertThat(Loopback.refused(() -> ProviderFixture.signIn(ProviderFixture.provider(wrong))))
                .isEqualTo(DOWN);
    }

    @ParameterizedTest
    @EnumSource
    void a_failing_endpoint_signs_no_user_in(TransportFault fault) {
        for (String path : List.of(StrictGitHub.USER, StrictGitHub.TOKEN)) {
            github.http().fails(path, fault);
            assertThat(Loopback.refused(() -> ProviderFixture.signIn(impatient)))
                    .as(path)
                    .isEqualTo(DOWN);
            github.http().works(path);
        }
    }
}
