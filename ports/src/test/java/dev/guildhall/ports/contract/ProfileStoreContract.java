package dev.guildhall.ports.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.Sample;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Profile;
import dev.guildhall.ports.account.ProfileStore;
import org.junit.jupiter.api.Test;

/** What every {@link ProfileStore} does. */
public interface ProfileStoreContract {
    Stores stores();

    private ProfileStore profiles() {
        return stores().profiles();
    }

    @Test
    default void profiles_come_back_as_they_were_oldest_first() {
        UserId user = stores().someUser();
        Profile younger = Sample.profile(user)
                .createdAt(Sample.NOW.plusSeconds(1))
                .avatar("https://example.org/ada.png?size=64")
                .build();
        Profile older = Sample.profile(user).build();

        profiles().add(younger);
        profiles().add(older);

        assertThat(profiles().ofUser(user)).containsExactly(older, younger);
    }

    @Test
    default void profiles_of_others_are_not_among_ones_own() {
        UserId user = stores().someUser();
        UserId other = stores().someUser();

        profiles().add(Sample.profile(other).build());

        assertThat(profiles().ofUser(user)).isEmpty();
    }
}
