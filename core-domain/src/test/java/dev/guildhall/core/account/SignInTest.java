package dev.guildhall.core.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Installation;
import dev.guildhall.core.Refused;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.account.AccountRights;
import dev.guildhall.ports.account.Credentials;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.account.PasswordHash;
import dev.guildhall.ports.account.Registration;
import dev.guildhall.ports.problem.AccountProblem;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.session.SignedIn;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.AtOnce;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SignInTest {
    private final Installation installation =
            new Installation(parts -> parts.adminEmails(Set.of(new Email("Boss@Example.org"))));

    @BeforeEach
    void register_ada() {
        installation.register("ada@example.org");
        installation.hasher().forgetWork();
    }

    private SignedIn signIn(String email, String password) {
        return installation.accounts().signIn(Caller.anonymous(), new Credentials(email, password));
    }

    @Test
    void the_right_password_opens_a_new_session_each_time() {
        SignedIn first = signIn("ada@example.org", Installation.PASSWORD);
        SignedIn second = signIn(" ADA@example.org ", Installation.PASSWORD);

        assertThat(first.userId()).isEqualTo(second.userId());
        assertThat(installation.bearer(first).sessionId())
                .isNotEqualTo(installation.bearer(second).sessionId());
    }

    @Test
    void a_password_matches_in_every_unicode_form() {
        String composed = "crème brûlée";
        installation.accounts().register(Caller.anonymous(), Registration.of("eve@example.org", composed));

        SignedIn signedIn = signIn("eve@example.org", "cre\u0300me bru\u0302le\u0301e");

        assertThat(installation.bearer(signedIn).userId()).isEqualTo(signedIn.userId());
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "a wrong password, ada@example.org, wrong horse",
        "an unknown address, unknown@example.org, correct horse",
        "a malformed address, no address, correct horse",
        "a malformed password, ada@example.org, short",
        "both malformed, '', ''",
        "half a character, ada@example.org, correct \ud83d horse",
        "a known password on an unknown address, x@example.org, the password of no account",
    })
    void every_wrong_sign_in_has_the_same_problem_and_costs_one_comparison(String what, String email, String password) {
        Refused.by(() -> signIn("warm@example.org", "the first one"));
        installation.hasher().forgetWork();

        Problem problem = Refused.by(() -> signIn(email, password));

        assertThat(problem).as(what).isEqualTo(new AccountProblem.InvalidCredentials());
        assertThat(installation.hasher().work()).isEqualTo(new CountingHasher.Work(0, 1));
    }

    @Test
    void the_very_first_sign_in_costs_the_same_whether_the_address_is_known_or_not() {
        Installation other = new Installation();

        Refused.by(() -> signIn("ada@example.org", "wrong horse"));
        Refused.by(() -> other.accounts().signIn(Caller.anonymous(), new Credentials("unknown@example.org", "x")));

        assertThat(installation.hasher().work()).isEqualTo(other.hasher().work());
    }

    @Test
    void an_account_without_a_password_accepts_none() {
        Account account = Sample.account().withoutPassword().build();
        installation.stores().accounts().add(account);

        Problem problem = Refused.by(() -> signIn(account.email().orElseThrow().value(), "the password of no account"));

        assertThat(problem).isEqualTo(new AccountProblem.InvalidCredentials());
    }

    @Test
    void a_disabled_account_responds_as_one_with_a_wrong_password() {
        Account ada = installation
                .stores()
                .accounts()
                .findByEmail(new Email("ada@example.org"))
                .orElseThrow();
        installation.stores().accounts().setRights(ada.id(), new AccountRights(true, Set.of(), Optional.empty()));

        Problem problem = Refused.by(() -> signIn("ada@example.org", Installation.PASSWORD));

        assertThat(problem).isEqualTo(new AccountProblem.InvalidCredentials());
        assertThat(installation.hasher().work().comparisons()).isEqualTo(1);
    }

    @Test
    void five_failures_from_one_address_throttle_that_address_alone() {
        signInFrom("home", Installation.PASSWORD);
        List<Problem> problems = IntStream.range(0, 7)
                .mapToObj(i -> Refused.by(() -> signInFrom("cafe", "wrong horse")))
                .toList();

        assertThat(problems.subList(0, 5)).containsOnly(new AccountProblem.InvalidCredentials());
        assertThat(problems.subList(5, 7)).hasOnlyElementsOfType(CommonProblem.RateLimited.class);
        assertThat(Refused.by(() -> signInFrom("cafe", Installation.PASSWORD)))
                .isInstanceOf(CommonProblem.RateLimited.class);
        assertThat(signInFrom("home", Installation.PASSWORD)).isNotNull();
        assertThat(signInFrom("train", Installation.PASSWORD)).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ada@example.org", "unknown@example.org"})
    void fifty_failures_from_many_addresses_throttle_strangers_and_not_the_owner(String email) {
        signInFrom("home", Installation.PASSWORD);
        IntStream.range(0, 50)
                .forEach(i -> Refused.by(() -> signIn(new Caller.Anonymous("bot" + i), email, "wrong horse")));

        assertThat(Refused.by(() -> signIn(new Caller.Anonymous("bot50"), email, "wrong horse")))
                .isInstanceOf(CommonProblem.RateLimited.class);
        assertThat(signInFrom("home", Installation.PASSWORD)).isNotNull();
        assertThat(signIn("ada@example.org", Installation.PASSWORD)).isNotNull();
    }

    @Test
    void right_passwords_are_not_counted() {
        IntStream.range(0, 60).forEach(i -> signInFrom("desk" + i % 2, Installation.PASSWORD));

        assertThat(Refused.by(() -> signInFrom("desk0", "wrong horse")))
                .isEqualTo(new AccountProblem.InvalidCredentials());
    }

    @Test
    void right_passwords_of_many_clients_at_once_are_not_counted() throws Exception {
        List<Callable<SignedIn>> all = Collections.nCopies(30, () -> signInFrom("office", Installation.PASSWORD));

        assertThat(AtOnce.run(all)).hasSize(30).doesNotContainNull();
    }

    private SignedIn signInFrom(String address, String password) {
        return signIn(new Caller.Anonymous(address), "ada@example.org", password);
    }

    private SignedIn signIn(Caller caller, String email, String password) {
        return installation.accounts().signIn(caller, new Credentials(email, password));
    }

    @Test
    void an_outdated_hash_is_made_anew_once() {
        installation.hasher().parameters("v2");
        SignedIn signedIn = signIn("ada@example.org", Installation.PASSWORD);
        installation.hasher().forgetWork();

        signIn("ada@example.org", Installation.PASSWORD);

        assertThat(installation.hasher().work()).isEqualTo(new CountingHasher.Work(0, 1));
        assertThat(installation.stores().accounts().find(signedIn.userId()).flatMap(Account::passwordHash))
                .contains(new PasswordHash("$v2$" + Installation.PASSWORD));
    }

    @Test
    void a_wrong_password_changes_no_outdated_hash() {
        installation.hasher().parameters("v2");

        Refused.by(() -> signIn("ada@example.org", "wrong horse"));

        Account ada = installation
                .stores()
                .accounts()
                .findByEmail(new Email("ada@example.org"))
                .orElseThrow();
        assertThat(ada.passwordHash()).contains(new PasswordHash("$v1$" + Installation.PASSWORD));
    }

    @Test
    void a_configured_address_gets_the_role_admin_and_no_other() {
        Caller.User boss = installation.bearer(installation.register("BOSS@example.org"));
        Caller.User ada = installation.bearer(signIn("ada@example.org", Installation.PASSWORD));

        assertThat(boss.roles()).containsExactlyInAnyOrder(Role.USER, Role.ADMIN);
        assertThat(installation.accounts().session(boss).roles()).containsExactly(Role.USER, Role.ADMIN);
        assertThat(ada.roles()).containsExactly(Role.USER);
    }
}
