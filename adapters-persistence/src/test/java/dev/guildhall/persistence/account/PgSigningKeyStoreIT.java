package dev.guildhall.persistence.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.persistence.StoresOnPostgres;
import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.ports.key.KeyPhase;
import dev.guildhall.ports.key.SigningKey;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.account.SigningKeyStoreContract;
import org.junit.jupiter.api.Test;

/** The contract of the store, and the encryption of private keys. */
class PgSigningKeyStoreIT extends StoresOnPostgres implements SigningKeyStoreContract {
    @Test
    void the_table_has_the_private_key_only_encrypted() {
        SigningKey key = Sample.signingKey(Sample.NOW);

        stores().signingKeys().put(key);

        assertThat(columns(key.keyId()))
                .startsWith("v1.")
                .doesNotContain(key.material().privateKey());
    }

    @Test
    void the_table_rejects_a_second_active_key_and_a_second_next_key() {
        SigningKey active = Sample.signingKey(Sample.NOW).in(new KeyPhase.Active(Sample.NOW));
        SigningKey next = Sample.signingKey(Sample.NOW).in(new KeyPhase.Next());
        stores().signingKeys().put(active);
        stores().signingKeys().put(next);

        assertThatThrownBy(() ->
                        stores().signingKeys().put(Sample.signingKey(Sample.NOW).in(new KeyPhase.Active(Sample.NOW))))
                .hasMessageContaining("signing_keys_one_each");
        assertThatThrownBy(() ->
                        stores().signingKeys().put(Sample.signingKey(Sample.NOW).in(new KeyPhase.Next())))
                .hasMessageContaining("signing_keys_one_each");
    }

    private static String columns(String keyId) {
        return TestPostgres.text(
                "SELECT sealed_private_key || ' ' || public_key FROM signing_keys WHERE key_id = ?", keyId);
    }
}
