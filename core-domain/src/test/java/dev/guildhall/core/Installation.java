package dev.guildhall.core;

import dev.guildhall.core.account.CountingHasher;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.account.Registration;
import dev.guildhall.ports.agent.Agents;
import dev.guildhall.ports.oauth.OAuthSignIn;
import dev.guildhall.ports.session.Accounts;
import dev.guildhall.ports.session.SignedIn;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.testkit.ManualTicker;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.ScriptedChatModel;
import java.util.function.UnaryOperator;

/** A core in memory with a manual clock, and its parts. */
public final class Installation {
    public static final String PASSWORD = "correct horse";

    private final ManualTicker time = new ManualTicker(Sample.NOW);
    private final Stores stores;
    private final CountingHasher hasher = new CountingHasher();
    private final Core core;

    public Installation() {
        this(parts -> parts);
    }

    public Installation(UnaryOperator<Parts> change) {
        this(InMemoryStores.empty(), change);
    }

    public Installation(Stores stores, UnaryOperator<Parts> change) {
        this.stores = stores;
        core = Core.of(parts -> change.apply(parts.clock(time)
                .ticker(time)
                .stores(stores)
                .passwordHasher(hasher)
                .chatModel(ScriptedChatModel.echo())));
    }

    public Accounts accounts() {
        return core.accounts();
    }

    public OAuthSignIn oauth() {
        return core.oauth();
    }

    public Agents agents() {
        return core.agents();
    }

    public Core core() {
        return core;
    }

    public ManualTicker time() {
        return time;
    }

    public Stores stores() {
        return stores;
    }

    public CountingHasher hasher() {
        return hasher;
    }

    public SignedIn register(String email) {
        return accounts().register(Caller.anonymous(), Registration.of(email, PASSWORD));
    }

    /** The bearer of the access token of a sign-in. */
    public Caller.User bearer(SignedIn signedIn) {
        return accounts().authenticate(Caller.anonymous(), signedIn.tokens().accessToken());
    }

    /** A newly registered user. */
    public Caller.User someone() {
        return bearer(register(Sample.id("someone") + "@example.org"));
    }
}
