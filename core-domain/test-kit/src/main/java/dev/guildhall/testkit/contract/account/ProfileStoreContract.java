package dev.guildhall.testkit.contract.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.Change;
import dev.guildhall.testkit.Sample;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.DisplayName;
import dev.guildhall.testkit.contract.Given;
import dev.guildhall.ports.profile.Avatar;
import dev.guildhall.ports.profile.Profile;
import dev.guildhall.ports.profile.ProfileChange;
import dev.guildhall.ports.profile.ProfileStore;
import dev.guildhall.ports.storage.Stores;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What every {@link ProfileStore} does. */
public interface ProfileStoreContract {
    Stores stores();

    private ProfileStore profiles() {
        return stores().profiles();
    }

    @Test
    default void profiles_are_read_unchanged_oldest_first() {
        UserId user = Given.someUser(stores());
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
        UserId user = Given.someUser(stores());
        UserId other = Given.someUser(stores());

        profiles().add(Sample.profile(other).build());

        assertThat(profiles().ofUser(user)).isEmpty();
    }

    @Test
    default void a_profile_is_found_and_locked_by_its_id() {
        Profile profile = Sample.profile(Given.someUser(stores())).build();

        profiles().add(profile);

        assertThat(profiles().find(profile.id())).contains(profile);
        assertThat(stores().transactions().inTransaction(() -> profiles().lock(profile.id())))
                .contains(profile);
    }

    @Test
    default void an_unknown_profile_is_neither_found_nor_locked_nor_changed() {
        Profile unknown = Sample.profile(Given.someUser(stores())).build();

        profiles().change(unknown);

        assertThat(profiles().find(unknown.id())).isEmpty();
        assertThat(stores().transactions().inTransaction(() -> profiles().lock(unknown.id())))
                .isEmpty();
    }

    @Test
    default void a_change_replaces_name_and_picture_and_can_clear_the_picture() {
        UserId user = Given.someUser(stores());
        Profile plain = Sample.profile(user).build();
        Profile pictured =
                Sample.profile(user).avatar("https://example.org/a.png").build();
        List.of(plain, pictured).forEach(profiles()::add);
        DisplayName name = new DisplayName("Countess");
        Avatar picture = new Avatar("http://example.org/b");

        Profile first = new ProfileChange(Optional.of(name), new Change.Replaced<>(picture)).applyTo(plain);
        Profile second = new ProfileChange(Optional.empty(), new Change.Cleared<Avatar>()).applyTo(pictured);
        List.of(first, second).forEach(profiles()::change);

        assertThat(profiles().find(plain.id())).contains(first);
        assertThat(profiles().find(pictured.id())).contains(second);
        assertThat(first.avatar()).contains(picture);
        assertThat(second.avatar()).isEmpty();
        assertThat(second.displayName()).isEqualTo(pictured.displayName());
    }
}
