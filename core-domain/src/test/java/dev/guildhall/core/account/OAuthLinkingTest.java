package dev.guildhall.core.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Refused;
import dev.guildhall.core.config.OAuthLimits;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdentityId;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.oauth.LinkedIdentity;
import dev.guildhall.ports.oauth.OAuthGrant;
import dev.guildhall.ports.problem.AccountProblem;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.session.SignedIn;
import dev.guildhall.testkit.Sample;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The identities of a signed-in user. */
class OAuthLinkingTest {
    private final OAuthFixture fixture = new OAuthFixture();
    private final FakeProvider acme = fixture.acme;

    private Caller.User registered(String email) {
        return fixture.installation.bearer(fixture.installation.register(email));
    }

    private List<LinkedIdentity> identities(Caller caller) {
        return fixture.oauth().identities(caller, PageRequest.first()).items();
    }

    @Test
    void a_linked_identity_signs_in_to_the_account_although_its_address_was_never_verified() {
        Caller.User ada = registered("ada@example.org");

        LinkedIdentity linked = fixture.link(ada, acme.unverified("ada", "elsewhere@example.org"));
        SignedIn signedIn = fixture.signIn(acme.unverified("ada", "elsewhere@example.org"));

        assertThat(linked.linkedAt()).isEqualTo(Sample.NOW);
        assertThat(identities(ada)).containsExactly(linked);
        assertThat(signedIn.userId()).isEqualTo(ada.userId());
    }

    @Test
    void linking_verifies_the_accounts_address_when_the_provider_has_verified_the_same_one() {
        Caller.User ada = registered("ada@example.org");
        Caller.User eve = registered("eve@example.org");
        Caller.User joe = registered("joe@example.org");

        fixture.link(ada, acme.verified("ada", "ada@example.org"));
        fixture.link(eve, acme.verified("eve", "evil@example.org"));
        fixture.link(joe, acme.unverified("joe", "joe@example.org"));

        assertThat(fixture.account(ada.userId()).emailVerified()).isTrue();
        assertThat(fixture.account(eve.userId()).emailVerified()).isFalse();
        assertThat(fixture.account(joe.userId()).emailVerified()).isFalse();
    }

    @Test
    void linking_an_identity_again_changes_nothing() {
        Caller.User ada = registered("ada@example.org");

        LinkedIdentity first = fixture.link(ada, acme.verified("ada", "ada@example.org"));

        assertThat(fixture.link(ada, acme.verified("ada", "ada@example.org"))).isEqualTo(first);
    }

    @Test
    void an_identity_of_another_account_is_refused_as_taken() {
        SignedIn owner = fixture.signIn(acme.verified("ada", "ada@example.org"));
        Caller.User eve = registered("eve@example.org");

        Problem problem = Refused.by(() -> fixture.link(eve, acme.verified("ada", "ada@example.org")));

        assertThat(problem).isEqualTo(new AccountProblem.IdentityTaken());
        assertThat(identities(eve)).isEmpty();
        assertThat(fixture.signIn(acme.nameless("ada")).userId()).isEqualTo(owner.userId());
    }

    @Test
    void an_account_has_no_more_identities_than_one_may() {
        Caller.User ada = registered("ada@example.org");
        int most = OAuthLimits.DEFAULT.identities();
        IntStream.range(0, most).forEach(i -> fixture.link(ada, acme.nameless("ada" + i)));

        Problem problem = Refused.by(() -> fixture.link(ada, acme.nameless("one more")));

        assertThat(problem).isEqualTo(new AccountProblem.TooManyIdentities(most));
    }

    @Test
    void an_identity_that_was_unlinked_signs_in_to_the_account_no_more() {
        Caller.User ada = registered("ada@example.org");
        LinkedIdentity linked = fixture.link(ada, acme.nameless("ada"));

        fixture.oauth().unlink(ada, linked.id());

        assertThat(identities(ada)).isEmpty();
        assertThat(fixture.signIn(acme.nameless("ada")).userId()).isNotEqualTo(ada.userId());
    }

    @Test
    void the_last_identity_of_an_account_without_a_password_stays() {
        Caller.User ada = fixture.installation.bearer(fixture.signIn(acme.verified("ada", "ada@example.org")));
        LinkedIdentity first = identities(ada).getFirst();
        LinkedIdentity second = fixture.link(ada, acme.nameless("second"));

        fixture.oauth().unlink(ada, first.id());
        Problem problem = Refused.by(() -> fixture.oauth().unlink(ada, second.id()));

        assertThat(problem).isEqualTo(new AccountProblem.LastSignInMethod());
        assertThat(identities(ada)).containsExactly(second);
    }

    @Test
    void another_users_identity_is_not_found() {
        Caller.User ada = registered("ada@example.org");
        Caller.User eve = registered("eve@example.org");
        IdentityId adas = fixture.link(ada, acme.nameless("ada")).id();

        Problem foreign = Refused.by(() -> fixture.oauth().unlink(eve, adas));
        Problem unknown = Refused.by(() -> fixture.oauth().unlink(eve, new IdentityId("idn_none")));

        assertThat(foreign).isEqualTo(unknown).isEqualTo(new CommonProblem.NotFound("identity"));
        assertThat(identities(ada)).hasSize(1);
    }

    @Test
    void a_code_without_a_state_was_linked_although_it_may_be_another_persons() {
        Caller.User ada = registered("ada@example.org");
        OAuthGrant brought = OAuthFixture.grant(acme, acme.verified("eve", "eve@example.org"));

        Problem problem = Refused.by(() -> fixture.oauth().link(ada, brought));

        assertThat(problem).isEqualTo(Refusal.invalid("state", "is required").problem());
        assertThat(acme.exchanges()).isZero();
        assertThat(identities(ada)).isEmpty();
    }

    @Test
    void an_anonymous_caller_links_no_identity_and_the_code_stays_valid() {
        Problem problem = Refused.by(() -> fixture.link(Caller.anonymous(), acme.verified("ada", "ada@example.org")));

        assertThat(problem).isInstanceOf(CommonProblem.Unauthenticated.class);
        assertThat(acme.exchanges()).isZero();
    }
}
