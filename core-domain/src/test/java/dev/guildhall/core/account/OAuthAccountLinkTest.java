package dev.guildhall.core.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Installation;
import dev.guildhall.core.Refused;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.account.Credentials;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.oauth.AuthorizationCode;
import dev.guildhall.ports.problem.AccountProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.profile.Profile;
import dev.guildhall.ports.session.SignedIn;
import dev.guildhall.testkit.contract.AtOnce;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which account an identity signs in to. */
class OAuthAccountLinkTest {
    private final OAuthFixture fixture =
            new OAuthFixture(parts -> parts.adminEmails(Set.of(new Email("boss@example.org"))));
    private final FakeProvider acme = fixture.acme;

    @Test
    void a_registration_creates_an_account_with_a_profile_and_signs_it_in() {
        SignedIn signedIn = fixture.signIn(acme.verified("ada", "Ada@Example.org"));

        Account account = fixture.account(signedIn.userId());
        Profile profile =
                fixture.installation.stores().profiles().ofUser(account.id()).getFirst();
        assertThat(account.email()).contains(new Email("ada@example.org"));
        assertThat(account.emailVerified()).isTrue();
        assertThat(account.passwordHash()).isEmpty();
        assertThat(profile.displayName().value()).isEqualTo("Called ada");
        assertThat(profile.id()).isEqualTo(signedIn.profileId());
        assertThat(fixture.installation.bearer(signedIn).userId()).isEqualTo(account.id());
    }

    @Test
    void a_known_identity_signs_in_to_its_account_whatever_its_address_has_become() {
        SignedIn first = fixture.signIn(acme.verified("ada", "ada@example.org"));

        SignedIn renamed = fixture.signIn(acme.unverified("ada", "other@example.org"));
        SignedIn nameless = fixture.signIn(acme.nameless("ada"));

        assertThat(renamed.userId()).isEqualTo(first.userId());
        assertThat(nameless.userId()).isEqualTo(first.userId());
        assertThat(fixture.account(first.userId()).email()).contains(new Email("ada@example.org"));
    }

    @Test
    void an_address_that_the_provider_has_not_verified_makes_an_account_with_an_unverified_one() {
        SignedIn signedIn = fixture.signIn(acme.unverified("ada", "ada@example.org"));

        assertThat(fixture.account(signedIn.userId()).emailVerified()).isFalse();
    }

    @Test
    void an_identity_with_a_verified_address_joins_the_account_that_has_verified_it_too() {
        SignedIn first = fixture.signIn(acme.verified("ada", "ada@example.org"));

        SignedIn second = fixture.oauth()
                .signIn(
                        Caller.anonymous(),
                        OAuthFixture.grant(fixture.other, fixture.other.verified("lovelace", "ADA@example.org")));

        assertThat(second.userId()).isEqualTo(first.userId());
        assertThat(fixture.installation.stores().identities().ofUser(first.userId()))
                .hasSize(2);
    }

    @Test
    void another_persons_account_with_the_same_address_was_linked_to_the_identity() {
        SignedIn stranger = fixture.installation.register("ada@example.org");

        Problem problem = Refused.by(() -> fixture.signIn(acme.verified("ada", "ada@example.org")));

        assertThat(problem).isEqualTo(new AccountProblem.AccountNotLinked());
        assertThat(fixture.installation.stores().identities().ofUser(stranger.userId()))
                .isEmpty();
        assertThat(fixture.account(stranger.userId()).emailVerified()).isFalse();
    }

    @Test
    void an_unverified_address_at_the_provider_joins_no_account() {
        SignedIn ada = fixture.signIn(acme.verified("ada", "ada@example.org"));
        fixture.installation.register("eve@example.org");

        Problem ofVerified = Refused.by(() -> fixture.signIn(acme.unverified("eve", "ada@example.org")));
        Problem ofUnverified = Refused.by(() -> fixture.signIn(acme.unverified("eve", "eve@example.org")));

        assertThat(ofVerified).isEqualTo(new AccountProblem.AccountNotLinked());
        assertThat(ofUnverified).isEqualTo(new AccountProblem.AccountNotLinked());
        assertThat(fixture.installation.stores().identities().ofUser(ada.userId()))
                .hasSize(1);
    }

    @Test
    void a_user_of_a_provider_without_an_address_could_not_sign_in() {
        SignedIn first = fixture.signIn(acme.nameless("ada"));
        SignedIn again = fixture.signIn(acme.nameless("ada"));
        SignedIn other = fixture.signIn(acme.nameless("bob"));

        assertThat(fixture.account(first.userId()).email()).isEmpty();
        assertThat(fixture.account(first.userId()).emailVerified()).isFalse();
        assertThat(again.userId()).isEqualTo(first.userId());
        assertThat(other.userId()).isNotEqualTo(first.userId());
    }

    @Test
    void an_unverified_address_of_an_admin_made_its_claimant_an_admin() {
        Problem unverified = Refused.by(() -> fixture.signIn(acme.unverified("eve", "boss@example.org")));
        SignedIn verified = fixture.signIn(acme.verified("boss", "boss@example.org"));

        assertThat(unverified).isEqualTo(new AccountProblem.AccountNotLinked());
        assertThat(fixture.installation.bearer(verified).isAdmin()).isTrue();
    }

    @Test
    void an_account_without_a_password_accepts_none() {
        fixture.signIn(acme.verified("ada", "ada@example.org"));
        Credentials guess = new Credentials("ada@example.org", Installation.PASSWORD);

        Problem problem = Refused.by(() -> fixture.installation.accounts().signIn(Caller.anonymous(), guess));

        assertThat(problem).isEqualTo(new AccountProblem.InvalidCredentials());
    }

    @Test
    void of_many_first_sign_ins_of_one_person_at_once_all_end_in_one_account() throws Exception {
        List<AuthorizationCode> codes = IntStream.range(0, 8)
                .mapToObj(i -> acme.verified("ada", "ada@example.org"))
                .toList();
        List<Callable<SignedIn>> signIns = codes.stream()
                .<Callable<SignedIn>>map(code -> () -> fixture.signIn(code))
                .toList();

        List<SignedIn> signedIn = AtOnce.run(signIns);

        assertThat(signedIn)
                .extracting(SignedIn::userId)
                .containsOnly(signedIn.getFirst().userId());
    }
}
