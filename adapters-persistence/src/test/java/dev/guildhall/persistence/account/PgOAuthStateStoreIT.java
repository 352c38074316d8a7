package dev.guildhall.persistence.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.persistence.StoresOnPostgres;
import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.ports.oauth.PendingOAuth;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.account.OAuthStateStoreContract;
import org.junit.jupiter.api.Test;

/** The contract of the store, and the encryption of verifiers. */
class PgOAuthStateStoreIT extends StoresOnPostgres implements OAuthStateStoreContract {
    @Test
    void the_table_has_the_verifier_only_encrypted() {
        PendingOAuth pending = Sample.pendingOAuth(Sample.NOW.plus(LIFE));

        stores().oauthStates().add(pending, Sample.NOW, PLENTY);

        assertThat(TestPostgres.text(
                        "SELECT oauth_states::text FROM oauth_states WHERE hash = ?",
                        pending.hash().value()))
                .contains("v1.")
                .doesNotContain(pending.proof().verifier());
    }
}
