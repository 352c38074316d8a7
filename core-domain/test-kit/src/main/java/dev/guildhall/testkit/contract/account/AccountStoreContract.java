package dev.guildhall.testkit.contract.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.Budget;
import dev.guildhall.ports.Limit;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.Role;
import dev.guildhall.testkit.Sample;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.account.AccountOverview;
import dev.guildhall.ports.account.AccountRights;
import dev.guildhall.ports.account.AccountStore;
import dev.guildhall.ports.account.DisplayName;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.account.PasswordHash;
import dev.guildhall.testkit.contract.AtOnce;
import dev.guildhall.ports.oauth.LinkedIdentity;
import dev.guildhall.ports.profile.Profile;
import dev.guildhall.ports.session.Session;
import dev.guildhall.ports.storage.Stores;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What every {@link AccountStore} does. */
public interface AccountStoreContract {
    /** The rights of a disabled account. */
    AccountRights DISABLED = new AccountRights(true, Set.of(), Optional.empty());

    Stores stores();

    private AccountStore accounts() {
        return stores().accounts();
    }

    @Test
    default void an_added_account_is_found_by_id_and_by_address() {
        Account account = Sample.account().build();

        assertThat(accounts().add(account)).isTrue();
        assertThat(accounts().find(account.id())).contains(account);
        assertThat(accounts().findByEmail(account.email().orElseThrow())).contains(account);
    }

    @Test
    default void an_account_without_a_password_is_read_without_one() {
        Account account = Sample.account().withoutPassword().build();

        accounts().add(account);

        assertThat(accounts().find(account.id())).contains(account);
    }

    @Test
    default void several_accounts_may_have_no_address() {
        Account first = Sample.account().withoutEmail().build();
        Account second = Sample.account().withoutEmail().build();

        assertThat(accounts().add(first)).isTrue();
        assertThat(accounts().add(second)).isTrue();
        assertThat(accounts().find(second.id())).contains(second);
        assertThat(accounts().emails(List.of(first.id(), second.id()))).isEmpty();
    }

    @Test
    default void an_unknown_account_is_not_found() {
        assertThat(accounts().find(new UserId(Sample.id("usr")))).isEmpty();
        assertThat(accounts().findByEmail(new Email(Sample.id("unknown") + "@example.org")))
                .isEmpty();
    }

    @Test
    default void of_many_identifiers_those_of_enabled_accounts_are_found() {
        Account kept = Sample.account().build();
        Account erased = Sample.account().build();
        Account disabled = Sample.account().build().withRights(DISABLED);
        accounts().add(kept);
        accounts().add(erased);
        accounts().add(disabled);
        stores().removeAccount(erased.id());

        assertThat(accounts().enabled(List.of(kept.id(), erased.id(), disabled.id(), new UserId(Sample.id("usr")))))
                .containsExactly(kept.id());
        assertThat(accounts().enabled(List.of())).isEmpty();
        assertThat(accounts().emails(List.of(kept.id(), kept.id(), erased.id())))
                .isEqualTo(Map.of(kept.id(), kept.email().orElseThrow()));
    }

    @Test
    default void a_second_account_with_the_same_address_is_not_added() {
        Account first = Sample.account().build();
        Account second =
                Sample.account().email(first.email().orElseThrow().value()).build();
        accounts().add(first);

        assertThat(accounts().add(second)).isFalse();
        assertThat(accounts().find(second.id())).isEmpty();
        assertThat(accounts().findByEmail(first.email().orElseThrow())).contains(first);
    }

    @Test
    default void of_many_registrations_of_one_address_at_once_exactly_one_is_added() throws Exception {
        String address = Sample.id("wanted") + "@example.org";
        Callable<Boolean> registration =
                () -> accounts().add(Sample.account().email(address).build());

        assertThat(AtOnce.run(Collections.nCopies(8, registration))).containsOnlyOnce(true);
    }

    @Test
    default void a_new_password_replaces_the_old_one() {
        Account account = Sample.account().build();
        accounts().add(account);

        accounts().setPasswordHash(account.id(), new PasswordHash("$new"));

        assertThat(accounts().find(account.id()).flatMap(Account::passwordHash)).contains(new PasswordHash("$new"));
    }

    @Test
    default void the_verification_of_an_address_is_read() {
        Account account = Sample.account().verified().build();

        accounts().add(account);

        assertThat(accounts().find(account.id())).contains(account);
        assertThat(accounts().findByEmail(account.email().orElseThrow())).contains(account);
    }

    @Test
    default void an_address_is_verified_later_and_nothing_else_changes() {
        Account account = Sample.account().build();
        accounts().add(account);

        accounts().setEmailVerified(account.id());
        accounts().setPasswordHash(account.id(), account.passwordHash().orElseThrow());

        Account verified = account.withVerifiedEmail();
        assertThat(accounts().find(account.id())).contains(verified);
    }

    @Test
    default void a_password_for_an_unknown_account_changes_nothing() {
        UserId unknown = new UserId(Sample.id("usr"));

        accounts().setPasswordHash(unknown, new PasswordHash("$new"));

        assertThat(accounts().find(unknown)).isEmpty();
    }

    @Test
    default void another_active_profile_replaces_the_old_one_and_nothing_else() {
        Account account = Sample.account().build();
        ProfileId other = new ProfileId(Sample.id("prf"));
        accounts().add(account);

        accounts().setActiveProfile(account.id(), other);
        accounts().setActiveProfile(new UserId(Sample.id("usr")), other);

        assertThat(accounts().find(account.id())).contains(account.withActiveProfile(other));
    }

    @Test
    default void an_account_is_locked_by_its_id() {
        Account account = Sample.account().build();
        UserId unknown = new UserId(Sample.id("usr"));
        accounts().add(account);

        assertThat(stores().transactions().inTransaction(() -> accounts().lock(account.id())))
                .contains(account);
        assertThat(stores().transactions().inTransaction(() -> accounts().lock(unknown)))
                .isEmpty();
    }

    @Test
    default void a_removed_account_is_deleted_with_all_its_data() {
        Account account = Sample.account().build();
        Account other = Sample.account().build();
        stores().accounts().add(account);
        stores().accounts().add(other);
        Session session = Sample.session(account.id()).build();
        stores().sessions().open(session, Sample.refreshToken(), session.expiresAt());
        stores().profiles().add(Sample.profile(account.id()).build());
        stores().conversations().add(Sample.chat(account.id()).build(), List.of(), Optional.empty());
        LinkedIdentity identity = Sample.identity(account.id());
        stores().identities().add(identity);

        assertThat(stores().erase(account.id())).isTrue();
        assertThat(stores().accounts().find(account.id())).isEmpty();
        assertThat(stores().accounts().findByEmail(account.email().orElseThrow()))
                .isEmpty();
        assertThat(stores().sessions().find(session.id())).isEmpty();
        assertThat(stores().profiles().ofUser(account.id())).isEmpty();
        assertThat(stores().identities().find(identity.key())).isEmpty();
        assertThat(stores().accounts().find(other.id())).contains(other);
        assertThat(stores().erase(account.id())).isFalse();
    }

    @Test
    default void rights_are_replaced_and_kept() {
        Account account = Sample.account().build();
        accounts().add(account);
        AccountRights rights = new AccountRights(
                true,
                Set.of(Role.ADMIN),
                Optional.of(new Budget(new BigDecimal("12.5"), Currency.getInstance("USD"), Budget.Period.MONTH)));

        accounts().setRights(account.id(), rights);
        accounts().setRights(new UserId(Sample.id("usr")), rights);

        assertThat(accounts().find(account.id())).contains(account.withRights(rights));
    }

    @Test
    default void an_account_is_added_with_its_rights() {
        Account account =
                Sample.account().build().withRights(new AccountRights(false, Set.of(Role.ADMIN), Optional.empty()));

        accounts().add(account);

        assertThat(accounts().find(account.id())).contains(account);
    }

    private Account named(String name) {
        Account account = Sample.account().build();
        Profile profile = new Profile(
                account.activeProfileId(), account.id(), new DisplayName(name), Optional.empty(), account.createdAt());
        stores().transactions().run(() -> {
            accounts().add(account);
            stores().profiles().add(profile);
        });
        return account;
    }

    private List<Account> found(String text) {
        return accounts().search(Optional.of(text), PageRequest.first()).items().stream()
                .map(AccountOverview::account)
                .toList();
    }

    @Test
    default void accounts_are_found_by_a_part_of_their_name_or_address_newest_first() {
        String mark = Sample.id("mark");
        Account ada = named("Ada " + mark);
        Account bob = named("Bob " + mark + " junior");

        assertThat(found(mark.toUpperCase(Locale.ROOT))).containsExactly(bob, ada);
        assertThat(found("da " + mark)).containsExactly(ada);
        String address = ada.email().orElseThrow().value();
        assertThat(found(address.substring(0, address.length() - 1))).containsExactly(ada);
        assertThat(found(mark + "%")).isEmpty();
        assertThat(found("_da " + mark)).isEmpty();
        assertThat(found("\\" + mark)).isEmpty();
    }

    @Test
    default void found_accounts_are_read_in_pages() {
        String mark = Sample.id("mark");
        Account first = named(mark);
        Account second = named(mark);
        Account third = named(mark);

        Page<AccountOverview> page =
                accounts().search(Optional.of(mark), new PageRequest(new Limit(2), Optional.empty()));
        Page<AccountOverview> rest = accounts().search(Optional.of(mark), new PageRequest(new Limit(2), page.next()));

        assertThat(page.items()).extracting(AccountOverview::account).containsExactly(third, second);
        assertThat(rest.items()).extracting(AccountOverview::account).containsExactly(first);
        assertThat(rest.next()).isEmpty();
        assertThat(accounts()
                        .search(Optional.empty(), new PageRequest(new Limit(1), Optional.empty()))
                        .items())
                .hasSize(1);
    }

    @Test
    default void the_latest_time_at_which_users_were_seen_is_kept() {
        Account ada = named("Ada");
        Account bob = named("Bob");

        accounts().noteSeen(Map.of(ada.id(), Sample.NOW, new UserId(Sample.id("usr")), Sample.NOW));
        accounts().noteSeen(Map.of(ada.id(), Sample.NOW.minusSeconds(60)));

        assertThat(accounts().overview(ada.id()))
                .contains(new AccountOverview(ada, new DisplayName("Ada"), Optional.of(Sample.NOW)));
        assertThat(accounts().overview(bob.id()).orElseThrow().lastSeenAt()).isEmpty();
        assertThat(accounts().overview(new UserId(Sample.id("usr")))).isEmpty();
    }

    @Test
    default void admins_are_the_enabled_accounts_with_the_role_or_a_configured_address() {
        Account admin = Sample.account().build().withRights(AccountRights.ADMIN);
        Account configured = Sample.account().build();
        Account disabled =
                Sample.account().build().withRights(new AccountRights(true, Set.of(Role.ADMIN), Optional.empty()));
        Account user = Sample.account().build();
        List.of(admin, configured, disabled, user).forEach(accounts()::add);

        Set<UserId> admins = stores().transactions()
                .inTransaction(
                        () -> accounts().lockAdmins(List.of(configured.email().orElseThrow())));

        assertThat(admins).contains(admin.id(), configured.id()).doesNotContain(disabled.id(), user.id());
        assertThat(accounts().hasAdmin()).isTrue();
    }

    @Test
    default void addresses_of_sign_ins_are_kept_for_their_account_alone() {
        Account ada = Sample.account().build();
        Account bob = Sample.account().build();
        accounts().add(ada);
        accounts().add(bob);

        accounts().noteSignInAddress(ada.id(), "192.0.2.1", Sample.NOW);
        accounts().noteSignInAddress(ada.id(), "192.0.2.1", Sample.NOW.plusSeconds(9));
        accounts().noteSignInAddress(new UserId(Sample.id("usr")), "192.0.2.1", Sample.NOW);

        assertThat(accounts().hasSignedInFrom(ada.id(), "192.0.2.1", Sample.NOW.plusSeconds(9)))
                .isTrue();
        assertThat(accounts().hasSignedInFrom(ada.id(), "192.0.2.1", Sample.NOW.plusSeconds(10)))
                .isFalse();
        assertThat(accounts().hasSignedInFrom(ada.id(), "192.0.2.2", Sample.NOW))
                .isFalse();
        assertThat(accounts().hasSignedInFrom(bob.id(), "192.0.2.1", Sample.NOW))
                .isFalse();
    }

    @Test
    default void the_latest_addresses_of_sign_ins_are_kept() {
        Account ada = Sample.account().build();
        accounts().add(ada);

        for (int i = 0; i <= AccountStore.MAX_ADDRESSES; i++) {
            accounts().noteSignInAddress(ada.id(), "address " + i, Sample.NOW.plusSeconds(i));
        }

        assertThat(accounts().hasSignedInFrom(ada.id(), "address 0", Sample.NOW))
                .isFalse();
        assertThat(accounts().hasSignedInFrom(ada.id(), "address 1", Sample.NOW))
                .isTrue();
        stores().erase(ada.id());
        assertThat(accounts().hasSignedInFrom(ada.id(), "address 1", Sample.NOW))
                .isFalse();
    }

    @Test
    default void of_two_admins_that_leave_at_once_the_second_sees_that_the_first_has_left() throws Exception {
        Account ada = Sample.account().build().withRights(AccountRights.ADMIN);
        Account bob = Sample.account().build().withRights(AccountRights.ADMIN);
        accounts().add(ada);
        accounts().add(bob);
        Function<Account, Callable<Boolean>> leaving =
                account -> () -> stores().transactions().inTransaction(() -> {
                    accounts().lock(account.id());
                    Set<UserId> admins = accounts().lockAdmins(List.of());
                    boolean both = admins.contains(ada.id()) && admins.contains(bob.id());
                    if (both) {
                        accounts().setRights(account.id(), AccountRights.DEFAULT);
                    }
                    return both;
                });

        assertThat(AtOnce.run(List.of(leaving.apply(ada), leaving.apply(bob)))).containsExactlyInAnyOrder(true, false);
    }
}
