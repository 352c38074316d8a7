package dev.guildhall.testkit.contract.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.connection.Connection;
import dev.guildhall.ports.connection.ConnectionStore;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.connection.SignInDemand;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.AtOnce;
import dev.guildhall.testkit.contract.Given;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** What every {@link ConnectionStore} does. */
public interface ConnectionStoreContract {
    /** When the lease of a refresh expires. */
    Instant LEASE_END = Sample.NOW.plusSeconds(30);

    Stores stores();

    private ConnectionStore connections() {
        return stores().connections();
    }

    private Connection connected() {
        return connections().put(Sample.connection(Given.someUser(stores())).build());
    }

    private boolean claim(Connection connection, Instant now) {
        return connections().claimRefresh(connection.key(), connection.revision(), now, now.plusSeconds(30));
    }

    private static Connection withToken(Connection connection, String token) {
        Instant end = Sample.NOW.plus(Duration.ofHours(2));
        return new Connection(
                connection.key(),
                new Credential.OAuthTokens(token, Optional.of("refresh " + token), Optional.of(end)),
                List.of(new Scope("wider")),
                connection.connectedAt(),
                connection.revision());
    }

    @Test
    default void a_connection_is_read_unchanged_with_every_kind_of_credential() {
        UserId user = Given.someUser(stores());
        Connection full = Sample.connection(user).build();
        Connection bare = Sample.connection(user)
                .credential(new Credential.OAuthTokens("token", Optional.empty(), Optional.empty()))
                .scopes()
                .build();
        Connection key = Sample.connection(user)
                .credential(new Credential.ApiKey("key, ключ"))
                .build();

        assertThat(List.of(full, bare, key)).allSatisfy(one -> {
            assertThat(connections().put(one)).isEqualTo(one);
            assertThat(connections().find(one.key())).contains(one);
        });
        assertThat(connections().ofUser(user)).containsExactlyInAnyOrder(full, bare, key);
    }

    @Test
    default void connections_are_a_users_own() {
        Connection one = connected();
        UserId other = Given.someUser(stores());

        assertThat(connections().ofUser(other)).isEmpty();
        assertThat(connections().find(new Connection.Key(other, one.key().integration())))
                .isEmpty();
    }

    @Test
    default void a_new_connection_replaces_the_old_one_with_the_next_revision() {
        Connection first = connected();
        Connection second = connections().put(withToken(first, "second"));

        assertThat(first.revision()).isEqualTo(1);
        assertThat(second.revision()).isEqualTo(2);
        assertThat(connections().find(first.key())).contains(second);
        assertThat(connections().ofUser(first.key().userId())).containsExactly(second);
    }

    @Test
    default void a_removed_connection_is_returned_once() {
        Connection connection = connected();

        assertThat(connections().remove(connection.key())).contains(connection);
        assertThat(connections().remove(connection.key())).isEmpty();
        assertThat(connections().find(connection.key())).isEmpty();
    }

    @Test
    default void only_the_connection_that_is_meant_is_discarded() {
        Connection first = connected();
        Connection second = connections().put(withToken(first, "second"));

        assertThat(connections().discard(first)).isFalse();
        assertThat(connections().find(first.key())).contains(second);
        assertThat(connections().discard(second)).isTrue();
        assertThat(connections().discard(second)).isFalse();
        assertThat(connections().find(first.key())).isEmpty();
    }

    @Test
    default void a_new_connection_with_the_same_revision_is_not_the_previous_one() {
        Connection before = connected();
        connections().remove(before.key());
        Connection anew = connections()
                .put(new Connection(
                        before.key(),
                        before.credential(),
                        before.grantedScopes(),
                        before.connectedAt().plusSeconds(1),
                        1));
        claim(anew, Sample.NOW);

        Optional<Connection> refreshed = connections().refreshed(withToken(before, "late"));

        assertThat(anew.revision()).isEqualTo(before.revision());
        assertThat(refreshed).isEmpty();
        assertThat(connections().discard(before)).isFalse();
        assertThat(connections().find(anew.key())).contains(anew);
    }

    @Test
    default void a_refresh_is_claimed_once_until_its_lease_expires() {
        Connection connection = connected();

        assertThat(claim(connection, Sample.NOW)).isTrue();
        assertThat(claim(connection, LEASE_END.minusMillis(1))).isFalse();
        assertThat(claim(connection, LEASE_END)).isTrue();
    }

    @Test
    default void a_refresh_writes_the_next_revision_and_gives_up_the_lease() {
        Connection connection = connected();
        claim(connection, Sample.NOW);

        Connection kept =
                connections().refreshed(withToken(connection, "second")).orElseThrow();

        assertThat(kept.revision()).isEqualTo(2);
        assertThat(kept.credential()).isEqualTo(withToken(connection, "second").credential());
        assertThat(kept.grantedScopes()).containsExactly(new Scope("wider"));
        assertThat(kept.connectedAt()).isEqualTo(connection.connectedAt());
        assertThat(connections().find(connection.key())).contains(kept);
        assertThat(claim(connection, Sample.NOW)).isFalse();
        assertThat(claim(kept, Sample.NOW)).isTrue();
    }

    @Test
    default void a_refresh_that_failed_can_be_claimed_again_at_once() {
        Connection connection = connected();
        claim(connection, Sample.NOW);

        connections().releaseRefresh(connection.key(), connection.revision(), LEASE_END);

        assertThat(claim(connection, Sample.NOW)).isTrue();
    }

    @Test
    default void a_node_does_not_release_the_lease_of_another_one() {
        Connection connection = connected();
        claim(connection, Sample.NOW);
        claim(connection, LEASE_END);

        connections().releaseRefresh(connection.key(), connection.revision(), LEASE_END);

        assertThat(claim(connection, LEASE_END)).isFalse();
    }

    @Test
    default void a_refresh_of_a_removed_connection_writes_nothing() {
        Connection replaced = connected();
        claim(replaced, Sample.NOW);
        Connection second = connections().put(withToken(replaced, "second"));
        Connection removed = connected();
        claim(removed, Sample.NOW);
        connections().remove(removed.key());

        assertThat(connections().refreshed(withToken(replaced, "late"))).isEmpty();
        assertThat(connections().refreshed(withToken(removed, "late"))).isEmpty();
        assertThat(connections().find(replaced.key())).contains(second);
        assertThat(connections().find(removed.key())).isEmpty();
        assertThat(claim(second, Sample.NOW)).isTrue();
    }

    @Test
    default void a_connection_that_is_not_there_is_not_claimed_and_not_released() {
        Connection never = Sample.connection(Given.someUser(stores())).build();

        connections().releaseRefresh(never.key(), 1, LEASE_END);

        assertThat(claim(never, Sample.NOW)).isFalse();
        assertThat(connections().discard(never)).isFalse();
    }

    private static List<Scope> scopes(String... names) {
        return Stream.of(names).map(Scope::new).toList();
    }

    @Test
    default void missing_scopes_are_kept_through_refreshes_until_the_user_connects_again() {
        Connection connection = connected();
        connections().lacks(connection.key(), scopes("write", "admin"), 3);
        connections().lacks(connection.key(), scopes("write", "read"), 3);
        connections().lacks(connection.key(), List.of(), 3);
        claim(connection, Sample.NOW);
        connections().refreshed(withToken(connection, "second"));

        List<Scope> kept = connections().missing(connection.key());
        connections().lacks(connection.key(), scopes("zone"), 3);
        List<Scope> most = connections().missing(connection.key());
        connections().put(withToken(connection, "third"));

        assertThat(kept).isEqualTo(scopes("admin", "read", "write"));
        assertThat(most).isEqualTo(kept);
        assertThat(connections().missing(connection.key())).isEmpty();
    }

    @Test
    default void a_connection_that_is_not_there_lacks_nothing_and_imports_nothing() {
        Connection.Key never =
                Sample.connection(Given.someUser(stores())).build().key();

        connections().lacks(never, scopes("write"), 3);
        connections().imported(never, Sample.NOW);

        assertThat(connections().missing(never)).isEmpty();
        assertThat(connections().importers(never.integration(), 3)).isEmpty();
    }

    @Test
    default void the_connections_that_imported_tools_are_found_the_last_one_first() {
        Connection first = connected();
        IntegrationName integration = first.key().integration();
        Connection second = connectedTo(integration);
        Connection third = connectedTo(integration);
        connectedTo(integration);
        connections().imported(third.key(), Sample.NOW);
        connections().imported(first.key(), Sample.NOW.plusSeconds(1));
        connections().imported(second.key(), Sample.NOW.plusSeconds(2));
        Connection again = connections().put(withToken(third, "anew"));

        assertThat(connections().importers(integration, 3)).containsExactly(second, first);
        assertThat(connections().importers(integration, 1)).containsExactly(second);
        connections().imported(again.key(), Sample.NOW.plusSeconds(3));
        assertThat(connections().importers(integration, 3)).containsExactly(again, second, first);
    }

    private Connection connectedTo(IntegrationName integration) {
        Connection other = Sample.connection(Given.someUser(stores())).build();
        return connections()
                .put(new Connection(
                        new Connection.Key(other.key().userId(), integration),
                        other.credential(),
                        other.grantedScopes(),
                        other.connectedAt(),
                        1));
    }

    @Test
    default void what_a_server_asked_for_last_is_kept() {
        IntegrationName name = new IntegrationName("far");
        SignInDemand bare = new SignInDemand(name, "https://far.example/mcp", Optional.empty(), List.of());
        SignInDemand full = new SignInDemand(
                name, "https://far.example/other", Optional.of("https://far.example/metadata"), scopes("b", "a"));
        SignInDemand others = new SignInDemand(new IntegrationName("away"), "https://x", Optional.empty(), List.of());

        connections().demanded(bare);
        connections().demanded(others);
        List<SignInDemand> before = connections().demands();
        connections().demanded(full);

        assertThat(before).contains(bare, others);
        assertThat(connections().demands()).containsSubsequence(others, full).doesNotContain(bare);
    }

    @Test
    default void connections_end_with_their_user() {
        Connection connection = connected();
        Connection others = connected();

        stores().erase(connection.key().userId());

        assertThat(connections().find(connection.key())).isEmpty();
        assertThat(connections().find(others.key())).contains(others);
    }

    @Test
    default void the_writes_of_a_failed_transaction_are_rolled_back() {
        Connection connection = connected();

        assertThatThrownBy(() -> stores().transactions().run(() -> {
                    connections().put(withToken(connection, "second"));
                    connections().remove(connection.key());
                    throw new IllegalStateException("undo");
                }))
                .hasMessage("undo");

        assertThat(connections().find(connection.key())).contains(connection);
    }

    @RepeatedTest(5)
    default void of_many_that_claim_a_refresh_at_once_one_gets_it() throws Exception {
        Connection connection = connected();
        Callable<Boolean> claim = () -> claim(connection, Sample.NOW);

        assertThat(AtOnce.run(Collections.nCopies(8, claim))).containsOnlyOnce(true);
    }

    @RepeatedTest(5)
    default void of_many_that_remove_a_connection_at_once_one_gets_it() throws Exception {
        Connection connection = connected();
        Callable<Optional<Connection>> remove = () -> connections().remove(connection.key());

        assertThat(AtOnce.run(Collections.nCopies(8, remove)))
                .filteredOn(Optional::isPresent)
                .hasSize(1);
    }

    @RepeatedTest(5)
    default void of_many_that_connect_at_once_each_gets_a_revision_of_its_own() throws Exception {
        Connection connection = connected();
        Callable<Integer> connect =
                () -> connections().put(withToken(connection, "again")).revision();

        assertThat(AtOnce.run(Collections.nCopies(8, connect))).containsExactlyInAnyOrder(2, 3, 4, 5, 6, 7, 8, 9);
    }

    @RepeatedTest(10)
    default void of_a_refresh_and_a_new_connection_at_once_the_new_connection_stays() throws Exception {
        Connection connection = connected();
        claim(connection, Sample.NOW);

        AtOnce.run(List.of(
                () -> connections()
                        .refreshed(withToken(connection, "refreshed"))
                        .isPresent(),
                () -> connections().put(withToken(connection, "new")).revision() > 0));

        assertThat(connections().find(connection.key()).orElseThrow().credential())
                .isEqualTo(withToken(connection, "new").credential());
    }

    @RepeatedTest(10)
    default void a_refresh_and_a_concurrent_disconnection_leave_no_connection() throws Exception {
        Connection connection = connected();
        claim(connection, Sample.NOW);

        AtOnce.run(List.of(
                () -> connections()
                        .refreshed(withToken(connection, "refreshed"))
                        .isPresent(),
                () -> connections().remove(connection.key()).isPresent()));

        assertThat(connections().find(connection.key())).isEmpty();
    }

    @Test
    default void the_connections_to_an_integration_end_for_its_owner_or_for_all_users_but_some() {
        IntegrationName name = new IntegrationName(Sample.id("ended"));
        List<Connection> connected = Stream.generate(() -> connections()
                        .put(new Connection(
                                new Connection.Key(Given.someUser(stores()), name),
                                new Credential.ApiKey("k3y"),
                                List.of(),
                                Sample.NOW,
                                1)))
                .limit(3)
                .toList();

        connections()
                .removeAll(
                        new Integration.Key(
                                Optional.of(connected.getFirst().key().userId()), name),
                        List.of(),
                        9);
        assertThat(connections().find(connected.get(0).key())).isEmpty();
        assertThat(connections().find(connected.get(1).key())).isPresent();

        connections()
                .removeAll(
                        new Integration.Key(Optional.empty(), name),
                        List.of(connected.get(1).key().userId()),
                        9);
        assertThat(connections().find(connected.get(1).key())).isPresent();
        assertThat(connections().find(connected.get(2).key())).isEmpty();
    }

    @Test
    default void of_the_ended_connections_to_an_integration_those_that_were_connected_last_are_returned() {
        IntegrationName name = new IntegrationName(Sample.id("revoked"));
        List<Connection> connected = Stream.of(2, 3, 1)
                .map(second -> connections()
                        .put(new Connection(
                                new Connection.Key(Given.someUser(stores()), name),
                                new Credential.ApiKey("k3y" + second),
                                List.of(),
                                Sample.NOW.plusSeconds(second),
                                1)))
                .toList();

        List<Connection> last = connections().removeAll(new Integration.Key(Optional.empty(), name), List.of(), 2);

        assertThat(last).containsExactly(connected.get(1), connected.get(0));
        assertThat(connected).allMatch(one -> connections().find(one.key()).isEmpty());
    }
}
