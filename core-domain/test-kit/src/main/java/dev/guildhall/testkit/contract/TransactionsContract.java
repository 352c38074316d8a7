package dev.guildhall.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.guildhall.testkit.Sample;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.account.PasswordHash;
import dev.guildhall.ports.agent.Chat;
import dev.guildhall.ports.key.SigningKey;
import dev.guildhall.ports.oauth.PendingOAuth;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.session.RefreshTokenHash;
import dev.guildhall.ports.session.Rotation;
import dev.guildhall.ports.session.Session;
import dev.guildhall.ports.storage.Stores;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What every {@link dev.guildhall.ports.Transactions} does together with the stores that take part. */
public interface TransactionsContract {
    Stores stores();

    /** Writes a new thing to every store. */
    private void writeEverywhere(Account account, Session session, Chat chat, SigningKey key) {
        stores().accounts().add(account);
        stores().profiles().add(Sample.profile(account.id()).build());
        stores().sessions().open(session, Sample.refreshToken(), session.expiresAt());
        stores().conversations().add(chat, List.of(), Optional.empty());
        stores().conversations().append(chat.id(), List.of(Sample.said("hello")), Optional.empty(), Sample.NOW);
        stores().memories().add(Sample.memory(account.id()).build(), "same", Optional.empty(), Optional.empty());
        stores().signingKeys().put(key);
        stores().identities().add(Sample.identity(account.id()));
    }

    @Test
    default void writes_to_several_stores_are_kept_when_the_work_returns() {
        Account account = Sample.account().build();
        Session session = Sample.session(account.id()).build();
        Chat chat = Sample.chat(account.id()).build();
        SigningKey key = Sample.signingKey(Sample.NOW);

        stores().transactions().run(() -> writeEverywhere(account, session, chat, key));

        assertThat(stores().accounts().find(account.id())).contains(account);
        assertThat(stores().profiles().ofUser(account.id())).hasSize(1);
        assertThat(stores().sessions().find(session.id())).contains(session);
        assertThat(stores().conversations().latest(chat.id(), 10)).hasSize(1);
        assertThat(stores().memories().ids(account.id())).hasSize(1);
        assertThat(stores().signingKeys().all()).contains(key);
        assertThat(stores().identities().ofUser(account.id())).hasSize(1);
    }

    @Test
    default void new_data_in_several_stores_is_rolled_back_when_the_work_throws() {
        Account account = Sample.account().build();
        Session session = Sample.session(account.id()).build();
        Chat chat = Sample.chat(account.id()).build();
        SigningKey key = Sample.signingKey(Sample.NOW);

        failAfter(() -> writeEverywhere(account, session, chat, key));

        assertThat(stores().accounts().find(account.id())).isEmpty();
        assertThat(stores().accounts().findByEmail(account.email().orElseThrow()))
                .isEmpty();
        assertThat(stores().profiles().ofUser(account.id())).isEmpty();
        assertThat(stores().sessions().find(session.id())).isEmpty();
        assertThat(stores().conversations().find(chat.id())).isEmpty();
        assertThat(stores().conversations().latest(chat.id(), 10)).isEmpty();
        assertThat(stores().memories().ids(account.id())).isEmpty();
        assertThat(stores().signingKeys().all()).doesNotContain(key);
        assertThat(stores().identities().ofUser(account.id())).isEmpty();
    }

    @Test
    default void changes_of_existing_data_are_rolled_back_when_the_work_throws() {
        Account account = Sample.account().build();
        Session session = Sample.session(account.id()).build();
        Chat chat = Sample.chat(account.id()).build();
        writeEverywhere(account, session, chat, Sample.signingKey(Sample.NOW));

        failAfter(() -> {
            stores().accounts().setPasswordHash(account.id(), new PasswordHash("$new"));
            stores().sessions().end(session.id(), Sample.NOW);
            stores().conversations()
                    .append(chat.id(), List.of(Sample.said("more")), Optional.empty(), Sample.NOW.plusSeconds(9));
        });

        assertThat(stores().accounts().find(account.id())).contains(account);
        assertThat(stores().sessions().find(session.id())).contains(session);
        assertThat(stores().conversations().find(chat.id()).map(Chat::messageCount))
                .contains(1);
        assertThat(stores().conversations().find(chat.id()).map(Chat::lastActivity))
                .contains(Sample.NOW);
        assertThat(stores().conversations().latest(chat.id(), 10)).hasSize(1);
    }

    @Test
    default void a_rotation_is_undone_when_the_work_throws() {
        RefreshTokenHash token = Sample.refreshToken();
        RefreshTokenHash successor = Sample.refreshToken();
        Session session = Sample.session(Given.someUser(stores())).build();
        Instant expiry = session.expiresAt();
        stores().sessions().open(session, token, expiry);

        failAfter(() -> stores().sessions().rotate(Sample.exchange(token, successor, expiry), Sample.NOW));

        assertThat(stores().sessions().rotate(Sample.exchange(successor, Sample.refreshToken(), expiry), Sample.NOW))
                .isEqualTo(new Rotation.Refused());
        assertThat(stores().sessions().rotate(Sample.exchange(token, successor, expiry), Sample.NOW))
                .isEqualTo(Given.rotated(stores(), session));
    }

    @Test
    default void a_taken_state_is_restored_when_the_work_throws() {
        PendingOAuth pending = Sample.pendingOAuth(Sample.NOW.plusSeconds(600));
        stores().oauthStates().add(pending, Sample.NOW, 1000);

        failAfter(() -> stores().oauthStates().take(pending.hash(), Sample.NOW));

        assertThat(stores().oauthStates().take(pending.hash(), Sample.NOW)).contains(pending);
    }

    @Test
    default void work_reads_its_own_writes_and_its_result_is_returned() {
        Account account = Sample.account().build();

        Optional<Account> seen = stores().transactions().inTransaction(() -> {
            stores().accounts().add(account);
            return stores().accounts().find(account.id());
        });

        assertThat(seen).contains(account);
    }

    @Test
    default void a_nested_transaction_is_rolled_back_with_the_outer_one() {
        Account account = Sample.account().build();

        failAfter(() -> stores().transactions().run(() -> stores().accounts().add(account)));

        assertThat(stores().accounts().find(account.id())).isEmpty();
    }

    @Test
    default void a_failure_inside_an_inner_transaction_undoes_the_outer_one_too() {
        Account outer = Sample.account().build();
        Account inner = Sample.account().build();

        Throwable thrown = catchThrowable(() -> stores().transactions().run(() -> {
            stores().accounts().add(outer);
            failAfter(() -> stores().accounts().add(inner), new IllegalStateException("inner"));
        }));

        assertThat(thrown).hasMessage("inner");
        assertThat(stores().accounts().find(outer.id())).isEmpty();
        assertThat(stores().accounts().find(inner.id())).isEmpty();
    }

    @Test
    default void an_exception_of_the_work_is_thrown_unchanged() {
        RuntimeException fault = new IllegalStateException("a fault");
        RuntimeException refusal = new Refusal(new CommonProblem.Conflict("no"));

        Throwable thrownFault = catchThrowable(() -> failAfter(() -> {}, fault));
        Throwable thrownRefusal = catchThrowable(() -> failAfter(() -> {}, refusal));

        assertThat(thrownFault).isSameAs(fault);
        assertThat(thrownRefusal).isSameAs(refusal);
    }

    @Test
    default void an_error_rolls_the_writes_back_too() {
        Account account = Sample.account().build();
        Error error = new AssertionError("an error");

        Throwable thrown = catchThrowable(() -> stores().transactions().run(() -> {
            stores().accounts().add(account);
            throw error;
        }));

        assertThat(thrown).isSameAs(error);
        assertThat(stores().accounts().find(account.id())).isEmpty();
    }

    @Test
    default void after_a_failed_transaction_the_next_one_succeeds() {
        Account account = Sample.account().build();
        failAfter(() -> stores().accounts().add(account));

        stores().transactions().run(() -> stores().accounts().add(account));

        assertThat(stores().accounts().find(account.id())).contains(account);
    }

    private void failAfter(Runnable work) {
        Throwable thrown = catchThrowable(() -> failAfter(work, new IllegalStateException("the work fails")));
        assertThat(thrown).hasMessage("the work fails");
    }

    private void failAfter(Runnable work, RuntimeException failure) {
        stores().transactions().run(() -> {
            work.run();
            throw failure;
        });
    }
}
