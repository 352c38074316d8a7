package dev.guildhall.core.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Installation;
import dev.guildhall.core.Intercepted;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.account.AccountStore;
import dev.guildhall.ports.account.DisplayName;
import dev.guildhall.ports.profile.NewProfile;
import dev.guildhall.testkit.Sample;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ActivationRaceTest {
    private final InMemoryStores stores = (InMemoryStores) InMemoryStores.empty();
    private final Installation installation = new Installation(
            stores, parts -> parts.stores(Sample.with(stores, "accounts", lookedAtBeforeEachActivation())));
    private Optional<Caller.User> onlooker = Optional.empty();

    /** Reads the session in the moment before the write, which fills the cache. */
    private AccountStore lookedAtBeforeEachActivation() {
        return Intercepted.before(AccountStore.class, stores.accounts(), (method, arguments) -> {
            if (method.getName().equals("setActiveProfile")) {
                onlooker.ifPresent(installation.accounts()::session);
            }
        });
    }

    @Test
    void a_read_just_before_the_write_does_not_hide_the_new_active_profile() {
        Caller.User ada = installation.bearer(installation.register("ada@example.org"));
        NewProfile draft = new NewProfile(new DisplayName("Work"), Optional.empty());
        ProfileId work =
                installation.core().profiles().add(ada, draft).profile().id();
        onlooker = Optional.of(ada);

        installation.core().profiles().activate(ada, work);

        assertThat(installation.accounts().session(ada).activeProfileId()).isEqualTo(work);
    }
}
