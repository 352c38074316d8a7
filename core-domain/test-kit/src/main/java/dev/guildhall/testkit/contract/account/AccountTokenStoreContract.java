package dev.guildhall.testkit.contract.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.AccountToken;
import dev.guildhall.ports.account.AccountTokenStore;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.account.TokenKind;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.AtOnce;
import dev.guildhall.testkit.contract.Given;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** What every {@link AccountTokenStore} does. */
public interface AccountTokenStoreContract {
    Duration LIFE = Duration.ofHours(1);

    Stores stores();

    private AccountTokenStore tokens() {
        return stores().accountTokens();
    }

    private AccountToken added(UserId user, TokenKind kind) {
        AccountToken token = new AccountToken(
                Sample.id("hash"),
                kind,
                Optional.of(user),
                Optional.of(new Email("ada@example.org")),
                Sample.NOW.plus(LIFE));
        tokens().add(token);
        return token;
    }

    private AccountToken added() {
        return added(Given.someUser(stores()), TokenKind.PASSWORD_RESET);
    }

    @Test
    default void a_token_is_found_unchanged_and_taken_once() {
        AccountToken token = added();

        assertThat(tokens().find(token.hash(), token.kind(), Sample.NOW)).contains(token);
        assertThat(tokens().take(token.hash(), token.kind(), Sample.NOW)).contains(token);
        assertThat(tokens().take(token.hash(), token.kind(), Sample.NOW)).isEmpty();
        assertThat(tokens().find(token.hash(), token.kind(), Sample.NOW)).isEmpty();
    }

    @Test
    default void a_token_without_an_address_is_found_unchanged() {
        AccountToken token = new AccountToken(
                Sample.id("hash"),
                TokenKind.SECOND_FACTOR,
                Optional.of(Given.someUser(stores())),
                Optional.empty(),
                Sample.NOW.plus(LIFE));

        tokens().add(token);

        assertThat(tokens().take(token.hash(), token.kind(), Sample.NOW)).contains(token);
    }

    @Test
    default void a_token_for_no_account_is_found_unchanged_and_swept() {
        AccountToken token = new AccountToken(
                Sample.id("hash"),
                TokenKind.PASSKEY_SIGN_IN,
                Optional.empty(),
                Optional.empty(),
                Sample.NOW.minus(LIFE));

        tokens().add(token);

        assertThat(tokens().find(token.hash(), token.kind(), token.expiresAt().minusMillis(1)))
                .contains(token);
        while (tokens().sweep(Sample.NOW, 100) > 0) {
            // The next batch.
        }
        assertThat(tokens().take(token.hash(), token.kind(), token.expiresAt().minusMillis(1)))
                .isEmpty();
    }

    @Test
    default void a_token_of_another_kind_or_an_expired_one_is_not_found() {
        AccountToken token = added();
        Instant after = token.expiresAt();

        assertThat(tokens().find(token.hash(), TokenKind.VERIFICATION, Sample.NOW)).isEmpty();
        assertThat(tokens().take(token.hash(), TokenKind.VERIFICATION, Sample.NOW)).isEmpty();
        assertThat(tokens().find(token.hash(), token.kind(), after)).isEmpty();
        assertThat(tokens().take(token.hash(), token.kind(), after)).isEmpty();
        assertThat(tokens().take(token.hash(), token.kind(), after.minusMillis(1))).contains(token);
    }

    @Test
    default void the_tokens_of_a_kind_that_an_account_has_are_removed() {
        UserId user = Given.someUser(stores());
        AccountToken first = added(user, TokenKind.PASSWORD_RESET);
        AccountToken other = added(user, TokenKind.VERIFICATION);
        AccountToken foreign = added();

        tokens().removeOf(user, TokenKind.PASSWORD_RESET);

        assertThat(tokens().find(first.hash(), first.kind(), Sample.NOW)).isEmpty();
        assertThat(tokens().find(other.hash(), other.kind(), Sample.NOW)).contains(other);
        assertThat(tokens().find(foreign.hash(), foreign.kind(), Sample.NOW)).contains(foreign);
    }

    @Test
    default void a_token_without_an_account_is_not_stored_and_an_erased_account_keeps_none() {
        UserId leaving = Given.someUser(stores());
        AccountToken erased = added(leaving, TokenKind.PASSWORD_RESET);

        stores().erase(leaving);
        AccountToken late = added(leaving, TokenKind.PASSWORD_RESET);

        assertThat(tokens().find(erased.hash(), erased.kind(), Sample.NOW)).isEmpty();
        assertThat(tokens().find(late.hash(), late.kind(), Sample.NOW)).isEmpty();
    }

    @Test
    default void a_sweep_removes_expired_tokens() {
        AccountToken token = added();

        while (tokens().sweep(token.expiresAt(), 100) > 0) {
            // The next batch.
        }
        assertThat(tokens().find(token.hash(), token.kind(), Sample.NOW)).contains(token);
        assertThat(tokens().sweep(token.expiresAt().plusMillis(1), 100)).isPositive();
        assertThat(tokens().find(token.hash(), token.kind(), Sample.NOW)).isEmpty();
    }

    @Test
    default void of_several_at_once_one_gets_a_token() throws Exception {
        AccountToken token = added();
        Callable<Optional<AccountToken>> take = () -> tokens().take(token.hash(), token.kind(), Sample.NOW);

        assertThat(AtOnce.run(Collections.nCopies(8, take)))
                .filteredOn(Optional::isPresent)
                .hasSize(1);
    }
}
