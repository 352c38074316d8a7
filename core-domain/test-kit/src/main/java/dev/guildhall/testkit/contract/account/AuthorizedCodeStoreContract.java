package dev.guildhall.testkit.contract.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.testkit.Sample;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.authorization.AuthorizedCode;
import dev.guildhall.ports.authorization.AuthorizedCodeStore;
import dev.guildhall.ports.authorization.ClientRedirect;
import dev.guildhall.ports.authorization.CodeChallenge;
import dev.guildhall.ports.authorization.TakenCode;
import dev.guildhall.testkit.contract.AtOnce;
import dev.guildhall.testkit.contract.Given;
import dev.guildhall.ports.session.ClientId;
import dev.guildhall.ports.session.ConnectedClient;
import dev.guildhall.ports.storage.Stores;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What every {@link AuthorizedCodeStore} does. */
public interface AuthorizedCodeStoreContract {
    /** Before the codes of other tests expire. */
    Instant EXPIRED = Sample.NOW.minus(Duration.ofDays(5000));

    Stores stores();

    private AuthorizedCodeStore codes() {
        return stores().authorizedCodes();
    }

    private AuthorizedCode added(UserId user, Instant expiresAt) {
        AuthorizedCode code = new AuthorizedCode(
                "hash of " + Sample.id("code"),
                new SessionId(Sample.id("ses")),
                user,
                new ConnectedClient(new ClientId("https://app.example/client"), "Inspector"),
                new ClientRedirect("http://localhost:1/back"),
                new CodeChallenge("c".repeat(43)),
                expiresAt);
        codes().add(code);
        return code;
    }

    @Test
    default void a_code_is_taken_first_once() {
        AuthorizedCode code = added(Given.someUser(stores()), Sample.NOW);

        assertThat(codes().take(code.hash())).contains(new TakenCode(code, true));
        assertThat(codes().take(code.hash())).contains(new TakenCode(code, false));
        assertThat(codes().take("unknown")).isEmpty();
    }

    @Test
    default void of_many_that_take_a_code_at_once_one_is_the_first() throws Exception {
        AuthorizedCode code = added(Given.someUser(stores()), Sample.NOW);

        List<Optional<TakenCode>> taken = AtOnce.run(Collections.nCopies(
                8, () -> stores().transactions().inTransaction(() -> codes().take(code.hash()))));

        assertThat(taken).allMatch(Optional::isPresent);
        assertThat(taken).filteredOn(one -> one.orElseThrow().first()).hasSize(1);
    }

    @Test
    default void the_codes_of_a_user_that_were_not_taken_can_be_removed() {
        UserId user = Given.someUser(stores());
        AuthorizedCode taken = added(user, Sample.NOW);
        AuthorizedCode waiting = added(user, Sample.NOW);
        AuthorizedCode ofOther = added(Given.someUser(stores()), Sample.NOW);
        codes().take(taken.hash());

        codes().removeOf(user);

        assertThat(codes().take(waiting.hash())).isEmpty();
        assertThat(codes().take(taken.hash())).contains(new TakenCode(taken, false));
        assertThat(codes().take(ofOther.hash())).contains(new TakenCode(ofOther, true));
    }

    @Test
    default void a_sweep_removes_expired_codes() {
        UserId user = Given.someUser(stores());
        AuthorizedCode old = added(user, EXPIRED);
        AuthorizedCode fresh = added(user, Sample.NOW);

        assertThat(codes().sweep(EXPIRED.plusSeconds(1), 10)).isEqualTo(1);
        assertThat(codes().take(old.hash())).isEmpty();
        assertThat(codes().take(fresh.hash())).isPresent();
    }

    @Test
    default void erasing_an_account_erases_its_codes() {
        UserId user = Given.someUser(stores());
        AuthorizedCode code = added(user, Sample.NOW);

        stores().erase(user);

        assertThat(codes().take(code.hash())).isEmpty();
    }
}
