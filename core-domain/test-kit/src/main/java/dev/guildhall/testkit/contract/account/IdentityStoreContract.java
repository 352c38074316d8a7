package dev.guildhall.testkit.contract.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.IdentityId;
import dev.guildhall.testkit.Sample;
import dev.guildhall.ports.UserId;
import dev.guildhall.testkit.contract.AtOnce;
import dev.guildhall.testkit.contract.Given;
import dev.guildhall.ports.oauth.IdentityKey;
import dev.guildhall.ports.oauth.IdentityStore;
import dev.guildhall.ports.oauth.LinkedIdentity;
import dev.guildhall.ports.storage.Stores;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** What every {@link IdentityStore} does. */
public interface IdentityStoreContract {
    Stores stores();

    private IdentityStore identities() {
        return stores().identities();
    }

    private static LinkedIdentity with(LinkedIdentity identity, IdentityKey key) {
        return new LinkedIdentity(
                new IdentityId(Sample.id("idn")), identity.userId(), identity.provider(), key, identity.linkedAt());
    }

    @Test
    default void an_added_identity_is_found_by_its_key_and_among_those_of_its_account() {
        LinkedIdentity identity = Sample.identity(Given.someUser(stores()));

        assertThat(identities().add(identity)).isTrue();
        assertThat(identities().find(identity.key())).contains(identity);
        assertThat(identities().ofUser(identity.userId())).containsExactly(identity);
    }

    @Test
    default void issuer_and_subject_make_an_identity_and_case_matters() {
        LinkedIdentity identity = Sample.identity(Given.someUser(stores()));
        IdentityKey key = identity.key();
        identities().add(identity);

        assertThat(identities().find(new IdentityKey("https://other.example", key.subject())))
                .isEmpty();
        assertThat(identities().find(new IdentityKey(key.issuer(), key.subject().toUpperCase(java.util.Locale.ROOT))))
                .isEmpty();
        assertThat(identities().add(with(identity, new IdentityKey("https://other.example", key.subject()))))
                .isTrue();
    }

    @Test
    default void a_linked_identity_is_not_added_again_for_any_account() {
        LinkedIdentity identity = Sample.identity(Given.someUser(stores()));
        LinkedIdentity others = with(Sample.identity(Given.someUser(stores())), identity.key());
        identities().add(identity);

        boolean again = identities().add(with(identity, identity.key()));
        boolean byAnother = identities().add(others);

        assertThat(List.of(again, byAnother)).containsOnly(false);
        assertThat(identities().find(identity.key())).contains(identity);
        assertThat(identities().ofUser(others.userId())).isEmpty();
    }

    @RepeatedTest(3)
    default void of_many_that_add_one_identity_at_once_exactly_one_does() throws Exception {
        IdentityKey wanted = Sample.identity(new UserId(Sample.id("usr"))).key();
        Callable<Boolean> link = () -> identities().add(with(Sample.identity(Given.someUser(stores())), wanted));

        assertThat(AtOnce.run(Collections.nCopies(8, link))).containsOnlyOnce(true);
    }

    @Test
    default void a_removed_identity_is_not_found_and_can_be_linked_to_another_account() {
        LinkedIdentity identity = Sample.identity(Given.someUser(stores()));
        LinkedIdentity others = with(Sample.identity(Given.someUser(stores())), identity.key());
        identities().add(identity);

        identities().remove(identity.id());
        identities().remove(identity.id());

        assertThat(identities().ofUser(identity.userId())).isEmpty();
        assertThat(identities().add(others)).isTrue();
    }
}
