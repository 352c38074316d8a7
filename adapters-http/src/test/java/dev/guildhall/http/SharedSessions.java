package dev.guildhall.http;

import dev.guildhall.core.Parts;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.session.AccessToken;
import dev.guildhall.ports.storage.Stores;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/** A server, and another node that ends sessions in the same stores. */
public final class SharedSessions implements AutoCloseable {
    private final Stores stores;
    private final TestServer server;

    private SharedSessions(Stores stores, TestServer server) {
        this.stores = stores;
        this.server = server;
    }

    public static SharedSessions start(UnaryOperator<Parts> change, List<Route> routes) {
        Stores stores = InMemoryStores.empty();
        return new SharedSessions(
                stores, TestServer.start(parts -> change.apply(parts).stores(stores), routes));
    }

    /** Another node on the same stores, where other accounts are admins. */
    public TestServer another(Set<Email> admins) {
        return TestServer.start(parts -> parts.stores(stores).adminEmails(admins));
    }

    public TestServer server() {
        return server;
    }

    /** Signs the session out on another node; this node is not notified. */
    public void endElsewhere(Client.Person person) {
        stores.sessions().end(callerOf(person).sessionId(), Instant.now());
    }

    /** Another node erases the account. */
    public void eraseElsewhere(Client.Person person) {
        stores.removeAccount(new UserId(person.userId()));
    }

    private Caller.User callerOf(Client.Person person) {
        return server.core().accounts().authenticate(Caller.anonymous(), new AccessToken(person.accessToken()));
    }

    @Override
    public void close() {
        server.close();
    }
}
