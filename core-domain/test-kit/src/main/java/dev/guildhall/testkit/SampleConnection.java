package dev.guildhall.testkit;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.connection.Connection;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.connection.Scope;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Builds a {@link Connection} with tokens that are valid for an hour. Not thread-safe. */
public final class SampleConnection {
    private final UserId userId;
    private Credential credential = new Credential.OAuthTokens(
            Sample.id("access"), Optional.of(Sample.id("refresh")), Optional.of(Sample.NOW.plusSeconds(3600)),
            Optional.of(Sample.id("registration")));
    private List<Scope> scopes = List.of(new Scope("repo"), new Scope("read:user"));

    SampleConnection(UserId userId) {
        this.userId = userId;
    }

    public SampleConnection credential(Credential one) {
        credential = one;
        return this;
    }

    public SampleConnection scopes(String... names) {
        scopes = Stream.of(names).map(Scope::new).toList();
        return this;
    }

    public Connection build() {
        IntegrationName integration = new IntegrationName(Sample.id("integration"));
        return new Connection(new Connection.Key(userId, integration), credential, scopes, Sample.NOW, 1);
    }
}
