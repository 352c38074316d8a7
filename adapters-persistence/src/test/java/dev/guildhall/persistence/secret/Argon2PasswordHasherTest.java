package dev.guildhall.persistence.secret;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.account.Password;
import dev.guildhall.ports.account.PasswordHash;
import dev.guildhall.ports.account.PasswordHasher;
import dev.guildhall.testkit.contract.account.PasswordHasherContract;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Argon2PasswordHasherTest implements PasswordHasherContract {
    /** A hash of the reference implementation of Argon2, from its test suite for version 19. */
    private static final PasswordHash REFERENCE =
            new PasswordHash("$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc");

    private final Argon2PasswordHasher hasher = new Argon2PasswordHasher();

    @Override
    public PasswordHasher passwordHasher() {
        return hasher;
    }

    @Test
    void a_hash_names_its_algorithm_and_parameters() {
        String phc = hasher.hash(RIGHT).value();

        assertThat(phc).matches("\\$argon2id\\$v=19\\$m=19456,t=2,p=1\\$[A-Za-z0-9+/]{22}\\$[A-Za-z0-9+/]{43}");
    }

    @Test
    void a_hash_of_the_reference_implementation_matches_and_is_outdated() {
        assertThat(hasher.matches(new Password("password"), REFERENCE)).isTrue();
        assertThat(hasher.matches(new Password("passwork"), REFERENCE)).isFalse();
        assertThat(hasher.isOutdated(REFERENCE)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "m=999999,t=2,p=1",
                "m=19456,t=99,p=1",
                "m=19456,t=0,p=1",
                "m=19456,t=2,p=0",
                "m=4,t=2,p=1",
                "m=99999999999,t=2,p=1"
            })
    void a_hash_with_too_large_parameters_matches_nothing_and_is_outdated(String parameters) {
        PasswordHash hash = new PasswordHash(REFERENCE.value().replace("m=65536,t=2,p=1", parameters));

        assertThat(hasher.matches(new Password("password"), hash)).isFalse();
        assertThat(hasher.isOutdated(hash)).isTrue();
    }
}
