package dev.guildhall.testkit.contract.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.PageRequest;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.SampleUsage;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.account.AccountRights;
import dev.guildhall.ports.account.AccountStore;
import dev.guildhall.ports.account.PasswordHash;
import dev.guildhall.ports.agent.Chat;
import dev.guildhall.testkit.contract.Given;
import dev.guildhall.testkit.contract.Undone;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.oauth.LinkedIdentity;
import dev.guildhall.ports.profile.Profile;
import dev.guildhall.ports.session.RefreshTokenHash;
import dev.guildhall.ports.session.Rotation;
import dev.guildhall.ports.session.Session;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.NewTask;
import dev.guildhall.ports.workflow.Workflow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** How an {@link AccountStore} removes accounts: their end at once, and their data in batches. */
public interface AccountRemovalContract {
    Stores stores();

    private AccountStore accounts() {
        return stores().accounts();
    }

    private Account added() {
        Account account = Sample.account().build();
        accounts().add(account);
        stores().profiles().add(profileOf(account));
        return account;
    }

    private static Profile profileOf(Account account) {
        return Sample.with(Sample.profile(account.id()).build(), "id", account.activeProfileId());
    }

    private Chat chatOf(UserId user) {
        Chat chat = Sample.chat(user).build();
        stores().conversations().add(chat, List.of(Sample.said("hello"), Sample.answered("hi")), Optional.empty());
        return chat;
    }

    private Memory memoryOf(UserId user) {
        Memory memory = Sample.memory(user).build();
        stores().memories().add(memory, Sample.id("words"), Optional.empty(), Optional.empty());
        return memory;
    }

    /** Purges an account to the end, and returns what each batch removed. */
    private List<Integer> purged(UserId user, int most) {
        List<Integer> batches = new ArrayList<>();
        int batch;
        do {
            batch = stores().erase(user, most);
            batches.add(batch);
        } while (batch > 0);
        return batches;
    }

    @Test
    default void a_removed_account_is_found_no_more() {
        Account account = added();
        UserId id = account.id();

        assertThat(stores().removeAccount(id)).isTrue();

        assertThat(accounts().find(id)).isEmpty();
        assertThat(accounts().overview(id)).isEmpty();
        assertThat(accounts().findByEmail(account.email().orElseThrow())).isEmpty();
        assertThat(accounts().enabled(List.of(id))).isEmpty();
        assertThat(accounts().emails(List.of(id))).isEmpty();
        assertThat(stores().transactions().inTransaction(() -> accounts().lock(id)))
                .isEmpty();
        assertThat(accounts().search(Optional.empty(), PageRequest.first()).items())
                .noneMatch(found -> found.account().id().equals(id));
        assertThat(stores().profiles().find(account.activeProfileId())).isEmpty();
        assertThat(stores().removeAccount(id)).isFalse();
    }

    @Test
    default void a_removed_account_cannot_be_changed() {
        UserId id = added().id();
        stores().removeAccount(id);

        accounts().setPasswordHash(id, new PasswordHash("$late"));
        accounts().setRights(id, AccountRights.ADMIN);
        accounts().noteSignInAddress(id, "192.0.2.1", Sample.NOW);

        assertThat(accounts().find(id)).isEmpty();
        assertThat(accounts().hasSignedInFrom(id, "192.0.2.1", Sample.NOW)).isFalse();
        Set<UserId> admins =
                stores().transactions().inTransaction(() -> accounts().lockAdmins(List.of()));
        assertThat(admins).doesNotContain(id);
    }

    @Test
    default void the_address_and_the_identity_of_a_removed_account_are_free_at_once() {
        Account account = added();
        LinkedIdentity identity = Sample.identity(account.id());
        stores().identities().add(identity);

        stores().removeAccount(account.id());

        Account again =
                Sample.account().email(account.email().orElseThrow().value()).build();
        assertThat(accounts().add(again)).isTrue();
        assertThat(stores().identities().add(Sample.with(identity, "userId", again.id())))
                .isTrue();
        purged(account.id(), 100);
        assertThat(accounts().findByEmail(account.email().orElseThrow())).contains(again);
        assertThat(stores().identities().find(identity.key())).isPresent();
    }

    @Test
    default void no_session_of_a_removed_account_is_live() {
        Session session = Sample.session(added().id()).build();
        RefreshTokenHash token = Sample.refreshToken();
        stores().sessions().open(session, token, session.expiresAt());

        stores().removeAccount(session.userId());

        assertThat(stores().sessions().live(List.of(session.id()), Sample.NOW)).isEmpty();
        assertThat(stores().sessions()
                        .rotate(Sample.exchange(token, Sample.refreshToken(), session.expiresAt()), Sample.NOW))
                .isInstanceOf(Rotation.Refused.class);
    }

    @Test
    default void the_unended_tasks_of_a_removed_account_are_removed_at_once() {
        NewTask task = Sample.task(added().id()).build();
        stores().tasks().enqueue(List.of(task), 0, Optional.empty());

        stores().removeAccount(task.owner());

        assertThat(stores().tasks().find(task.id())).isEmpty();
        assertThat(stores().tasks()
                        .enqueue(List.of(Sample.task(task.owner()).build()), 0, Optional.empty())
                        .kept()
                        .orElseThrow())
                .isEmpty();
    }

    @Test
    default void data_of_a_removed_account_is_purged_in_batches_until_nothing_is_left() {
        UserId user = added().id();
        UserId other = added().id();
        List<Chat> chats = List.of(chatOf(user), chatOf(user), chatOf(user));
        List<Memory> memories = List.of(memoryOf(user), memoryOf(user), memoryOf(user));
        Chat kept = chatOf(other);
        stores().usage().add(List.of(SampleUsage.of(user).build()));
        stores().removeAccount(user);
        assertThat(accounts().removed(1_000)).contains(user).doesNotContain(other);

        List<Integer> batches = purged(user, 2);

        assertThat(batches).allMatch(removed -> removed <= 2);
        assertThat(chats)
                .allMatch(chat -> stores().conversations().find(chat.id()).isEmpty());
        assertThat(memories)
                .allMatch(memory -> stores().memories().find(memory.id()).isEmpty());
        assertThat(stores().usage().ofUser(user, PageRequest.first()).items()).isEmpty();
        assertThat(accounts().removed(1_000)).doesNotContain(user);
        assertThat(stores().conversations().find(kept.id())).isPresent();
    }

    @Test
    default void what_work_under_way_writes_for_a_removed_account_is_removed_too() {
        UserId user = added().id();
        Chat chat = chatOf(user);
        stores().removeAccount(user);

        stores().conversations().append(chat.id(), List.of(Sample.answered("late")), Optional.empty(), Sample.NOW);
        Chat late = chatOf(user);
        Memory memory = memoryOf(user);
        stores().usage().add(List.of(SampleUsage.of(user).build()));
        stores().executions().add(Sample.execution(user).build(), Optional.empty());
        assertThat(stores().workflows().add(Sample.workflow(user).build())).isFalse();
        purged(user, 100);

        assertThat(stores().conversations().find(chat.id())).isEmpty();
        assertThat(stores().conversations().find(late.id())).isEmpty();
        assertThat(stores().memories().find(memory.id())).isEmpty();
        assertThat(stores().usage().ofUser(user, PageRequest.first()).items()).isEmpty();
    }

    @Test
    default void an_account_that_was_not_removed_is_not_purged() {
        Account account = added();
        Chat chat = chatOf(account.id());

        assertThat(stores().erase(account.id(), 100)).isZero();

        assertThat(accounts().find(account.id())).contains(account);
        assertThat(stores().conversations().find(chat.id())).isPresent();
    }

    @Test
    default void a_rollback_leaves_the_account() {
        Account account = added();

        Undone.after(stores(), () -> stores().removeAccount(account.id()));

        assertThat(accounts().find(account.id())).contains(account);
        assertThat(accounts().removed(1_000)).doesNotContain(account.id());
        assertThat(stores().profiles().find(account.activeProfileId())).isPresent();
    }

    @Test
    default void an_erased_account_is_removed_to_its_end() {
        UserId user = added().id();
        Chat chat = chatOf(user);
        Memory memory = memoryOf(user);

        assertThat(stores().erase(user)).isTrue();

        assertThat(accounts().find(user)).isEmpty();
        assertThat(accounts().removed(1_000)).doesNotContain(user);
        assertThat(stores().conversations().find(chat.id())).isEmpty();
        assertThat(stores().memories().find(memory.id())).isEmpty();
        assertThat(stores().erase(user)).isFalse();
    }

    @Test
    default void members_and_service_accounts_of_groups_are_removed_at_once() {
        Account account = added();
        GroupId group = Given.someGroup(stores());
        stores().memberships()
                .add(Sample.membership(group, account.activeProfileId()).build());
        GroupId served = Given.someGroup(stores());
        stores().groups().setServiceAccount(served, account.id());

        stores().removeAccount(account.id());

        assertThat(stores().memberships().count(group).members()).isZero();
        assertThat(stores().groups().serviceAccount(served)).isEmpty();
    }

    @Test
    default void a_user_of_another_issuer_is_erased_without_an_account() {
        UserId user = new UserId(UserId.EXTERNAL + Sample.id("user"));
        NewTask task = Sample.task(user).build();
        Workflow workflow = Sample.workflow(user).build();
        stores().tasks().enqueue(List.of(task), 0, Optional.empty());
        stores().workflows().add(workflow);

        assertThat(stores().erase(user)).isFalse();

        assertThat(stores().tasks().find(task.id())).isEmpty();
        assertThat(stores().workflows().find(workflow.id())).isEmpty();
    }
}
