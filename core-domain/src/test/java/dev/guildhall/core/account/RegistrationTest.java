package dev.guildhall.core.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.core.Installation;
import dev.guildhall.core.Refused;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.account.Credentials;
import dev.guildhall.ports.account.DisplayName;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.account.Password;
import dev.guildhall.ports.account.Registration;
import dev.guildhall.ports.problem.AccountProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.profile.Profile;
import dev.guildhall.ports.session.SignedIn;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.AtOnce;
import java.util.Collections;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegistrationTest {
    private final Installation installation = new Installation();

    private Profile profileOf(SignedIn signedIn) {
        return installation.stores().profiles().ofUser(signedIn.userId()).getFirst();
    }

    @Test
    void a_registration_makes_an_account_with_its_first_profile_and_signs_it_in() {
        SignedIn signedIn = installation.register("Ada@Example.org");

        Account account =
                installation.stores().accounts().find(signedIn.userId()).orElseThrow();
        assertThat(account.email()).contains(new Email("ada@example.org"));
        assertThat(account.createdAt()).isEqualTo(Sample.NOW);
        assertThat(account.activeProfileId()).isEqualTo(signedIn.profileId());
        assertThat(profileOf(signedIn).id()).isEqualTo(signedIn.profileId());
        assertThat(installation.bearer(signedIn).userId()).isEqualTo(signedIn.userId());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"rené@example.org", "RENÉ@EXAMPLE.ORG", " rene\u0301@example.org ", "RENE\u0301@Example.Org"})
    void an_address_that_is_registered_in_another_form_is_refused(String form) {
        installation.register("rené@example.org");

        assertThat(Refused.by(() -> installation.register(form))).isEqualTo(new AccountProblem.EmailTaken());
    }

    @Test
    void an_account_of_a_former_spelling_keeps_its_address_and_signs_in() {
        Account former = new Account(
                new UserId("usr_former"),
                Optional.of(new Email("ada@m\u00fcnchen.example")),
                false,
                Optional.of(installation.hasher().hash(new Password(Installation.PASSWORD))),
                new ProfileId("prf_former"),
                Sample.NOW);
        installation.stores().accounts().add(former);

        Problem taken = Refused.by(() -> installation.register("ada@m\u00fcnchen.example"));
        SignedIn other = installation.register("ada@xn--mnchen-3ya.example");
        SignedIn signedIn = installation
                .accounts()
                .signIn(Caller.anonymous(), new Credentials("ada@M\u00dcNCHEN.example", Installation.PASSWORD));

        assertThat(taken).isEqualTo(new AccountProblem.EmailTaken());
        assertThat(signedIn.userId()).isEqualTo(former.id()).isNotEqualTo(other.userId());
    }

    @Test
    void a_registered_address_costs_no_hash() {
        installation.register("ada@example.org");
        installation.hasher().forgetWork();

        Refused.by(() -> installation.register("ada@example.org"));

        assertThat(installation.hasher().work()).isEqualTo(new CountingHasher.Work(0, 0));
    }

    @Test
    void of_many_registrations_of_one_address_at_once_one_wins() throws Exception {
        Callable<Boolean> registration =
                Refused.orAccepted(() -> installation.register("wanted@example.org"), new AccountProblem.EmailTaken());

        assertThat(AtOnce.run(Collections.nCopies(8, registration))).containsOnlyOnce(true);
    }

    @Test
    void a_given_display_name_is_used() {
        DisplayName name = new DisplayName("Ada Łovelace");
        Registration registration =
                new Registration(new Email("ada@example.org"), new Password(Installation.PASSWORD), Optional.of(name));

        SignedIn signedIn = installation.accounts().register(Caller.anonymous(), registration);

        assertThat(profileOf(signedIn).displayName()).isEqualTo(name);
    }

    @Test
    void without_a_display_name_it_is_the_part_before_the_at() {
        SignedIn signedIn = installation.register("Ada.Lovelace+x@example.org");

        assertThat(profileOf(signedIn).displayName().value()).isEqualTo("ada.lovelace+x");
    }

    @Test
    void a_default_display_name_is_cut_to_100_whole_characters() {
        SignedIn signedIn = installation.register("a" + "😀".repeat(120) + "@example.org");

        assertThat(profileOf(signedIn).displayName().value()).isEqualTo("a" + "😀".repeat(99));
    }

    @Test
    void nothing_is_stored_when_the_session_cannot_be_opened() {
        FailingSessionStore broken = new FailingSessionStore();
        Installation failing = new Installation(parts -> parts.stores(broken.in(parts.stores())));

        assertThatThrownBy(() -> failing.register("ada@example.org")).isSameAs(broken.outage);

        Account none = Sample.account().email("ada@example.org").build();
        assertThat(failing.stores().profiles().ofUser(broken.lastUser())).isEmpty();
        assertThat(failing.stores().accounts().find(broken.lastUser())).isEmpty();
        assertThat(failing.stores().accounts().add(none)).isTrue();
    }
}
