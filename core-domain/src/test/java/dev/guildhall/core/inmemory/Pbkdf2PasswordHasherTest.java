package dev.guildhall.core.inmemory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.inmemory.defaults.SystemTime;
import dev.guildhall.ports.account.PasswordHash;
import dev.guildhall.ports.account.PasswordHasher;
import dev.guildhall.testkit.contract.account.PasswordHasherContract;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Pbkdf2PasswordHasherTest implements PasswordHasherContract {
    private static final String TAIL = "$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

    private final Pbkdf2PasswordHasher hasher = new Pbkdf2PasswordHasher(SystemTime.SECRETS, 10);

    @Override
    public PasswordHasher passwordHasher() {
        return hasher;
    }

    @Test
    void a_hash_with_another_cost_matches_and_is_outdated() {
        PasswordHash cheaper = new Pbkdf2PasswordHasher(SystemTime.SECRETS, 1).hash(RIGHT);

        assertThat(hasher.matches(RIGHT, cheaper)).isTrue();
        assertThat(hasher.isOutdated(cheaper)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "10000001", "99999999"})
    void a_hash_with_a_too_large_cost_matches_nothing(String cost) {
        PasswordHash absurd = new PasswordHash("$pbkdf2-sha256$i=" + cost + TAIL);

        assertThat(hasher.matches(RIGHT, absurd)).isFalse();
    }
}
