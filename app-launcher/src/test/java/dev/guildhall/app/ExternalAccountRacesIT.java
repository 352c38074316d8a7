package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Core;
import dev.guildhall.core.inmemory.Pbkdf2PasswordHasher;
import dev.guildhall.core.inmemory.defaults.SystemTime;
import dev.guildhall.persistence.Database;
import dev.guildhall.persistence.secret.SecretBox;
import dev.guildhall.persistence.secret.SecretKeyFile;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.oauth.ExternalBearer;
import dev.guildhall.ports.oauth.ExternalIdentity;
import dev.guildhall.ports.oauth.IdentityKey;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.AtOnce;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The real use case on the real database: tokens of another issuer whose first uses are concurrent, on two nodes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExternalAccountRacesIT {
    private static final int AT_ONCE = 50;

    @AutoClose
    private final Closer closing = new Closer();

    private Stores stores;
    private List<Core> nodes;

    @BeforeAll
    void start(@TempDir Path folder) {
        SecretBox key = SecretKeyFile.open(Optional.empty(), folder);
        stores = closing.keep(Database.open(TestPostgres.newDatabase(), key)).stores();
        nodes = List.of(node(), node());
    }

    private Core node() {
        return Core.of(parts -> parts.stores(stores).passwordHasher(new Pbkdf2PasswordHasher(SystemTime.SECRETS, 1)));
    }

    private List<UserId> atOnce(IntFunction<ExternalIdentity> user) throws Exception {
        String run = Sample.id("run");
        List<Callable<UserId>> uses = IntStream.range(0, AT_ONCE)
                .<Callable<UserId>>mapToObj(i -> () -> nodes.get(i % nodes.size())
                        .externalAccounts()
                        .authenticate(
                                Caller.anonymous(),
                                new ExternalBearer(
                                        new SessionId(SessionId.EXTERNAL + run + i),
                                        user.apply(i),
                                        false,
                                        Instant.now().plusSeconds(60)))
                        .userId())
                .toList();
        return AtOnce.run(uses);
    }

    private static ExternalIdentity identity(String subject, String email) {
        return ExternalIdentity.described(
                new IdentityKey("https://id.example", subject), Optional.of(email), true, Optional.empty());
    }

    @Test
    void many_first_uses_at_once_create_one_account() throws Exception {
        String subject = Sample.id("ada");

        List<UserId> users = atOnce(i -> identity(subject, subject + "@example.org"));

        assertThat(Set.copyOf(users)).hasSize(1);
        assertThat(stores.identities().ofUser(users.getFirst())).hasSize(1);
    }

    @Test
    void users_with_one_address_at_once_get_an_account_each() throws Exception {
        String team = Sample.id("team");

        List<UserId> users = atOnce(i -> identity(team + i, team + "@example.org"));

        assertThat(Set.copyOf(users)).hasSize(AT_ONCE);
        assertThat(users.stream()
                        .filter(user ->
                                stores.accounts().find(user).orElseThrow().emailVerified()))
                .hasSize(1);
    }
}
