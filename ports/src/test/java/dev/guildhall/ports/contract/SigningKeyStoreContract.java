package dev.guildhall.ports.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.Sample;
import dev.guildhall.ports.account.SigningKey;
import dev.guildhall.ports.account.SigningKeyStore;
import dev.guildhall.ports.storage.Stores;
import org.junit.jupiter.api.Test;

/** What every {@link SigningKeyStore} does. */
public interface SigningKeyStoreContract {
    Stores stores();

    @Test
    default void keys_come_back_whole_youngest_first() {
        SigningKeyStore keys = stores().signingKeys();
        SigningKey middle = Sample.signingKey(Sample.NOW.plusSeconds(1));
        SigningKey oldest = Sample.signingKey(Sample.NOW);
        SigningKey youngest = Sample.signingKey(Sample.NOW.plusSeconds(2));

        keys.add(middle);
        keys.add(oldest);
        keys.add(youngest);

        assertThat(keys.all()).containsSubsequence(youngest, middle, oldest);
    }
}
