package dev.guildhall.core.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Installation;
import dev.guildhall.core.Intercepted;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.core.security.Permissions;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.AccountStore;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.session.OpenCall;
import dev.guildhall.ports.session.SessionStore;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.testkit.Sample;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ActiveCallsTest {
    private static final Email ROOT = new Email("root@example.org");

    private final Installation installation = new Installation(parts -> parts.adminEmails(Set.of(ROOT)));
    private final Caller.User ada = installation.someone();
    private final List<Problem> ended = new ArrayList<>();

    /** The registry of another node, with these admins. */
    private ActiveCalls elsewhere(Stores stores, Set<Email> admins) {
        return new ActiveCalls(installation.time(), stores, new Permissions(admins));
    }

    private ActiveCalls elsewhere() {
        return elsewhere(installation.stores(), Set.of());
    }

    @Test
    void a_call_ends_at_once_with_a_session_that_this_node_ends() {
        installation.accounts().open(ada, ended::add);

        installation.accounts().signOut(ada);

        assertThat(ended).containsExactly(new CommonProblem.Unauthenticated("the session has ended"));
    }

    @Test
    void a_call_that_begins_when_its_session_has_just_ended_ends_at_once() {
        installation.accounts().signOut(ada);

        installation.accounts().open(ada, ended::add);

        assertThat(ended).hasSize(1);
    }

    @Test
    void a_call_ends_once_when_another_node_has_ended_its_session() {
        ActiveCalls calls = elsewhere();
        calls.open(ada, ended::add);
        calls.check();
        assertThat(ended).isEmpty();

        installation.accounts().signOut(ada);
        calls.check();
        calls.check();

        assertThat(ended).containsExactly(new CommonProblem.Unauthenticated("the session has ended"));
    }

    @Test
    void an_ended_call_is_not_notified() {
        ActiveCalls calls = elsewhere();
        OpenCall call = calls.open(ada, ended::add);

        call.close();
        installation.accounts().signOut(ada);
        calls.check();

        assertThat(ended).isEmpty();
    }

    @Test
    void a_call_ends_when_its_account_has_lost_a_role_that_the_caller_had() {
        Caller.User root = installation.bearer(installation.register(ROOT.value()));
        ActiveCalls calls = elsewhere();
        calls.open(root, ended::add);

        calls.check();

        assertThat(root.roles()).contains(Role.ADMIN);
        assertThat(ended).containsExactly(new CommonProblem.Unauthenticated("the account has lost a role"));
    }

    @Test
    void a_new_role_ends_no_call() {
        Installation other = new Installation(installation.stores(), parts -> parts);
        Caller.User root = other.bearer(other.register(ROOT.value()));
        ActiveCalls calls = elsewhere(installation.stores(), Set.of(ROOT));
        calls.open(root, ended::add);

        calls.check();

        assertThat(ended).isEmpty();
    }

    @Test
    void work_for_an_account_continues_without_a_session_and_ends_with_the_account() {
        ActiveCalls calls = elsewhere();
        calls.open(ada.userId(), ended::add);
        installation.accounts().signOut(ada);
        calls.check();
        assertThat(ended).isEmpty();

        installation.stores().removeAccount(ada.userId());
        calls.check();

        assertThat(ended).containsExactly(new CommonProblem.Unauthenticated("the account has been erased or disabled"));
    }

    @Test
    void a_call_with_a_token_of_another_issuer_is_never_ended() {
        UserId external = new UserId(UserId.EXTERNAL + "1");
        Caller.User caller =
                new Caller.User(external, new ProfileId("prf_ext_1"), new SessionId("ses_ext_1"), Set.of(Role.USER));
        ActiveCalls calls = elsewhere();
        calls.open(caller, ended::add);
        calls.open(external, ended::add);
        installation.accounts().open(caller, ended::add);

        calls.check();

        assertThat(ended).isEmpty();
    }

    @Test
    void calls_go_on_while_the_store_does_not_answer() {
        Stores good = installation.stores();
        FailingSessionStore broken = new FailingSessionStore();
        ActiveCalls calls = elsewhere(broken.in(good), Set.of());
        calls.open(ada, ended::add);

        calls.check();
        calls.check();

        assertThat(ended).isEmpty();
    }

    @Test
    void all_sessions_are_read_in_one_statement() {
        List<Integer> reads = new ArrayList<>();
        ActiveCalls calls = elsewhere(counted(reads), Set.of());
        Caller.User bob = installation.someone();
        List.of(ada, ada, bob).forEach(caller -> {
            calls.open(caller, ended::add);
            calls.open(caller.userId(), ended::add);
        });

        calls.check();

        assertThat(reads).containsExactly(2);
    }

    private Stores counted(List<Integer> reads) {
        InMemoryStores stores = (InMemoryStores) installation.stores();
        SessionStore sessions = Intercepted.before(
                SessionStore.class,
                stores.sessions(),
                (method, arguments) -> reads.add(((Collection<?>) arguments[0]).size()));
        AccountStore accounts = Intercepted.before(AccountStore.class, stores.accounts(), (method, arguments) -> {
            throw new AssertionError("the accounts came with the sessions");
        });
        return Sample.with(Sample.with(stores, "sessions", sessions), "accounts", accounts);
    }
}
