package dev.guildhall.testkit.contract.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.testkit.Sample;
import dev.guildhall.ports.authorization.ClientRedirect;
import dev.guildhall.ports.authorization.OAuthClient;
import dev.guildhall.ports.authorization.OAuthClientStore;
import dev.guildhall.ports.session.ClientId;
import dev.guildhall.ports.storage.Stores;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What every {@link OAuthClientStore} does. Clients of other tests were registered at {@link Sample#NOW} or later. */
public interface OAuthClientStoreContract {
    /** Before the clients of all other tests. */
    Instant LONG_AGO = Sample.NOW.minus(Duration.ofDays(5000));

    int MANY = 1_000_000;

    Stores stores();

    private OAuthClientStore clients() {
        return stores().oauthClients();
    }

    private OAuthClient added(Instant at) {
        OAuthClient client = new OAuthClient(
                new ClientId(Sample.id("client")),
                "Inspector",
                List.of(new ClientRedirect("https://app.example/back"), new ClientRedirect("http://localhost:1/back")));
        clients().add(client, at, MANY);
        return client;
    }

    @Test
    default void a_registered_client_is_found() {
        OAuthClient client = added(Sample.NOW);

        assertThat(clients().find(client.id())).contains(client);
        assertThat(clients().find(new ClientId(Sample.id("client")))).isEmpty();
    }

    @Test
    default void a_sweep_removes_clients_that_no_user_connected_and_those_unused_for_long() {
        OAuthClient unused = added(LONG_AGO);
        OAuthClient connected = added(LONG_AGO);
        OAuthClient stale = added(LONG_AGO);
        OAuthClient fresh = added(Sample.NOW);
        clients().connected(connected.id(), Sample.NOW);
        clients().connected(stale.id(), LONG_AGO);
        clients().connected(new ClientId(Sample.id("client")), Sample.NOW);

        int first = clients().sweep(LONG_AGO.plusSeconds(1), LONG_AGO.plusSeconds(1), 1);
        int rest = clients().sweep(LONG_AGO.plusSeconds(1), LONG_AGO.plusSeconds(1), 10);

        assertThat(List.of(first, rest)).containsExactly(1, 1);
        assertThat(List.of(unused, stale))
                .allSatisfy(one -> assertThat(clients().find(one.id())).isEmpty());
        assertThat(List.of(connected, fresh))
                .allSatisfy(one -> assertThat(clients().find(one.id())).isPresent());
    }

    @Test
    default void beyond_the_limit_the_clients_that_no_user_connected_go_first_then_those_used_least() {
        OAuthClient connectedFirst = added(LONG_AGO);
        OAuthClient connectedLater = added(LONG_AGO);
        OAuthClient unused = added(Sample.NOW);
        clients().connected(connectedFirst.id(), LONG_AGO);
        clients().connected(connectedLater.id(), LONG_AGO.plusSeconds(1));

        OAuthClient last = new OAuthClient(new ClientId(Sample.id("client")), "Last", unused.redirects());
        clients().add(last, Sample.NOW, 2);

        assertThat(clients().find(last.id())).isPresent();
        assertThat(clients().find(unused.id())).isEmpty();
        assertThat(clients().find(connectedFirst.id())).isEmpty();
    }
}
