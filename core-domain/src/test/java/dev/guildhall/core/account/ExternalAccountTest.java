package dev.guildhall.core.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Installation;
import dev.guildhall.core.Refused;
import dev.guildhall.core.config.OAuthLimits;
import dev.guildhall.core.inmemory.defaults.SystemTime;
import dev.guildhall.core.inmemory.defaults.TimeOrderedIds;
import dev.guildhall.core.security.Permissions;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.account.AccountRights;
import dev.guildhall.ports.account.DisplayName;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.account.RegistrationMode;
import dev.guildhall.ports.audit.AuditAction;
import dev.guildhall.ports.audit.AuditEntry;
import dev.guildhall.ports.oauth.ExternalBearer;
import dev.guildhall.ports.oauth.ExternalIdentity;
import dev.guildhall.ports.oauth.IdentityKey;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.testkit.contract.AtOnce;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class ExternalAccountTest {
    private static final int AT_ONCE = 50;
    private static final AccountRights DISABLED = new AccountRights(true, Set.of(), Optional.empty());
    private static final String ISSUER = "https://acme.example";

    private final OAuthFixture fixture = new OAuthFixture();
    private final Installation installation = fixture.installation;
    private final Instant expires = installation.time().instant().plusSeconds(300);

    private final Permissions permissions = new Permissions(Set.of());
    private final ActiveCalls calls = new ActiveCalls(installation.time(), installation.stores(), permissions);
    private final ExternalAccountService node = node();
    private final List<Problem> ended = new ArrayList<>();

    /** The same on another node, which begins calls and checks them. */
    private ExternalAccountService node() {
        Stores stores = installation.stores();
        IdSource ids = new TimeOrderedIds(installation.time(), SystemTime.SECRETS);
        IdentityLinks links = new IdentityLinks(
                new SessionService.Sources(installation.time(), ids, SystemTime.SECRETS),
                stores,
                new AuditJournal(installation.time(), ids, stores.audit()),
                permissions,
                () -> RegistrationMode.OPEN,
                OAuthLimits.DEFAULT);
        LastSeen seen = new LastSeen(installation.time(), stores.accounts(), stores.sessions());
        return new ExternalAccountService(installation.time(), links, permissions, seen, calls);
    }

    private Caller.User use(ExternalBearer bearer) {
        return installation.core().externalAccounts().authenticate(Caller.anonymous(), bearer);
    }

    private ExternalBearer bearer(String token, ExternalIdentity identity, boolean admin) {
        return new ExternalBearer(new SessionId(SessionId.EXTERNAL + token), identity, admin, expires);
    }

    private ExternalBearer bearer(ExternalIdentity identity) {
        return bearer(identity.key().subject(), identity, false);
    }

    private static ExternalIdentity identity(String subject, String email, boolean verified) {
        return ExternalIdentity.described(
                new IdentityKey(ISSUER, subject), Optional.of(email), verified, Optional.of("Ada L."));
    }

    private static ExternalIdentity ada() {
        return identity("ada", "ada@example.org", true);
    }

    private Account account(Caller.User caller) {
        return fixture.account(caller.userId());
    }

    /** Until the cache does not believe its entries any more. */
    private void passTheCache() {
        installation.time().advance(SessionCache.BELIEVED.plusMillis(1));
    }

    private void setRights(UserId user, AccountRights rights) {
        installation.stores().accounts().setRights(user, rights);
        passTheCache();
    }

    @Test
    void the_first_use_creates_an_account_with_the_verified_address_and_the_name() {
        Caller.User ada = use(bearer(ada()));

        assertThat(ada.userId().isExternal()).isFalse();
        assertThat(ada.roles()).containsExactly(Role.USER);
        assertThat(account(ada).email()).contains(new Email("ada@example.org"));
        assertThat(account(ada).emailVerified()).isTrue();
        assertThat(installation
                        .stores()
                        .profiles()
                        .find(ada.profileId())
                        .orElseThrow()
                        .displayName())
                .isEqualTo(new DisplayName("Ada L."));
        assertThat(installation.core().audit().entries(ada, PageRequest.first()).items())
                .extracting(AuditEntry::action)
                .containsExactlyInAnyOrder(AuditAction.REGISTERED, AuditAction.IDENTITY_LINKED);
    }

    @Test
    void other_tokens_of_the_user_have_the_same_account_also_with_another_address() {
        Caller.User first = use(bearer(ada()));

        Caller.User later = use(bearer("later", identity("ada", "moved@example.org", true), false));

        assertThat(later.userId()).isEqualTo(first.userId());
        assertThat(account(later).email()).contains(new Email("ada@example.org"));
    }

    @Test
    void an_address_that_an_account_has_does_not_join_it_verified_or_not() {
        Caller.User local = installation.bearer(installation.register("ada@example.org"));
        installation.stores().accounts().setEmailVerified(local.userId());

        Caller.User ada = use(bearer(ada()));

        assertThat(ada.userId()).isNotEqualTo(local.userId());
        assertThat(account(ada).email()).isEmpty();
        assertThat(account(ada).emailVerified()).isFalse();
    }

    @Test
    void an_address_that_is_not_verified_is_not_used() {
        Caller.User ada = use(bearer(identity("ada", "ada@example.org", false)));

        assertThat(account(ada).email()).isEmpty();
    }

    @Test
    void a_user_without_name_and_address_has_no_address_and_the_identifier_as_name() {
        IdentityKey key = new IdentityKey(ISSUER, "42");

        Caller.User user = use(bearer(new ExternalIdentity(key, Optional.empty(), false, Optional.empty())));

        assertThat(account(user).email()).isEmpty();
        assertThat(installation.stores().profiles().ofUser(user.userId()))
                .extracting(profile -> profile.displayName().value())
                .containsExactly(user.userId().value());
    }

    @Test
    void a_sign_in_with_the_provider_and_a_token_have_one_account() {
        UserId signedIn =
                fixture.signIn(fixture.acme.verified("bob", "bob@example.org")).userId();
        Caller.User ada = use(bearer(ada()));

        assertThat(use(bearer(identity("bob", "other@example.org", true))).userId())
                .isEqualTo(signedIn);
        assertThat(fixture.signIn(fixture.acme.verified("ada", "new@example.org"))
                        .userId())
                .isEqualTo(ada.userId());
    }

    @RepeatedTest(5)
    void many_first_uses_at_once_create_one_account() throws Exception {
        List<Callable<UserId>> uses = IntStream.range(0, AT_ONCE)
                .<Callable<UserId>>mapToObj(
                        i -> () -> use(bearer("token" + i, ada(), false)).userId())
                .toList();

        assertThat(Set.copyOf(AtOnce.run(uses))).hasSize(1);
    }

    @RepeatedTest(5)
    void users_with_one_address_at_once_get_an_account_each() throws Exception {
        List<Callable<UserId>> uses = IntStream.range(0, AT_ONCE)
                .<Callable<UserId>>mapToObj(i -> () -> use(bearer(identity("user" + i, "team@example.org", true)))
                        .userId())
                .toList();

        List<UserId> users = AtOnce.run(uses);

        assertThat(Set.copyOf(users)).hasSize(AT_ONCE);
        assertThat(users.stream().map(fixture::account).filter(Account::emailVerified))
                .hasSize(1);
    }

    @Test
    void the_role_admin_of_a_token_is_not_stored() {
        Caller.User admin = use(bearer("admin", ada(), true));
        Caller.User same = use(bearer("plain", ada(), false));

        assertThat(admin.roles()).contains(Role.ADMIN);
        assertThat(same.roles()).containsExactly(Role.USER);
        assertThat(installation.accounts().session(admin).roles()).containsExactly(Role.USER, Role.ADMIN);
        assertThat(installation.accounts().session(same).expiresAt()).isEqualTo(expires);
        assertThat(account(admin).rights().roles()).isEmpty();
    }

    @Test
    void a_disabled_account_is_refused_within_a_second() {
        Caller.User ada = use(bearer(ada()));

        setRights(ada.userId(), DISABLED);

        assertThat(Refused.by(() -> use(bearer(ada())))).isInstanceOf(CommonProblem.Unauthenticated.class);
        assertThat(Refused.by(() -> use(bearer("new", ada(), true)))).isInstanceOf(CommonProblem.Unauthenticated.class);
    }

    @Test
    void after_an_account_was_erased_the_next_use_creates_a_new_one() {
        Caller.User ada = use(bearer(ada()));

        installation.stores().removeAccount(ada.userId());
        passTheCache();

        assertThat(use(bearer(ada())).userId()).isNotEqualTo(ada.userId());
    }

    @Test
    void open_calls_end_when_the_account_is_disabled_or_erased_and_not_with_the_token() {
        Caller.User ada = use(bearer(ada()));
        Caller.User bob = use(bearer(identity("bob", "bob@example.org", true)));
        node.open(ada, ended::add);
        node.open(bob, ended::add);
        installation.time().advance(Duration.ofHours(1));
        calls.check();
        assertThat(ended).isEmpty();

        installation.stores().accounts().setRights(ada.userId(), DISABLED);
        installation.stores().removeAccount(bob.userId());
        calls.check();

        assertThat(ended)
                .isEqualTo(Collections.nCopies(
                        2, new CommonProblem.Unauthenticated("the account has been erased or disabled")));
    }

    @Test
    void a_call_ends_with_a_stored_role_and_not_with_one_that_the_token_gives() {
        UserId user = use(bearer(ada())).userId();
        setRights(user, AccountRights.ADMIN);
        node.open(node.authenticate(Caller.anonymous(), bearer("plain", ada(), false)), ended::add);
        node.open(node.authenticate(Caller.anonymous(), bearer("admin", ada(), true)), ended::add);
        calls.check();
        assertThat(ended).isEmpty();

        setRights(user, AccountRights.DEFAULT);
        calls.check();

        assertThat(ended).containsExactly(new CommonProblem.Unauthenticated("the account has lost a role"));
    }

    @Test
    void what_needs_a_session_or_a_password_is_forbidden() {
        Caller.User ada = use(bearer(ada()));

        assertThat(List.of(
                        Refused.by(() -> installation.accounts().signOut(ada)),
                        Refused.by(() -> installation.core().profiles().activate(ada, ada.profileId())),
                        Refused.by(() -> installation.core().security().deleteAccount(ada, Optional.empty()))))
                .hasOnlyElementsOfType(CommonProblem.Forbidden.class);
    }
}
