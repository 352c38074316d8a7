package dev.guildhall.testkit.contract.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.account.Password;
import dev.guildhall.ports.account.PasswordHash;
import dev.guildhall.ports.account.PasswordHasher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every {@link PasswordHasher} does. */
public interface PasswordHasherContract {
    Password RIGHT = new Password("correct horse 🐎 battery");

    PasswordHasher passwordHasher();

    @Test
    default void a_hash_matches_its_password_and_no_other() {
        PasswordHash hash = passwordHasher().hash(RIGHT);

        assertThat(passwordHasher().matches(RIGHT, hash)).isTrue();
        assertThat(passwordHasher().matches(new Password("correct horse 🐎 batterY"), hash))
                .isFalse();
    }

    @Test
    default void two_hashes_of_one_password_differ_and_do_not_show_it() {
        PasswordHash one = passwordHasher().hash(RIGHT);
        PasswordHash two = passwordHasher().hash(RIGHT);

        assertThat(one.value()).isNotEqualTo(two.value()).doesNotContain("horse");
    }

    @Test
    default void a_fresh_hash_is_not_outdated() {
        PasswordHash hash = passwordHasher().hash(RIGHT);

        assertThat(passwordHasher().isOutdated(hash)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "garbage", "$", "$argon2id$v=19$m=19456,t=2,p=1$", "$2b$12$abcdefghijklmnopqrstuv"})
    default void a_hash_of_unknown_form_matches_nothing(String garbage) {
        assertThat(passwordHasher().matches(RIGHT, new PasswordHash(garbage))).isFalse();
    }
}
