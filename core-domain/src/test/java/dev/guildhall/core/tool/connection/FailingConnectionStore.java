package dev.guildhall.core.tool.connection;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.connection.Connection;
import dev.guildhall.ports.connection.ConnectionStore;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** A store that is unreachable for some writes of refreshed credentials. */
final class FailingConnectionStore implements ConnectionStore {
    private final ConnectionStore others;
    private final AtomicInteger faints;

    FailingConnectionStore(ConnectionStore others, int faints) {
        this.others = others;
        this.faints = new AtomicInteger(faints);
    }

    @Override
    public Optional<Connection> refreshed(Connection refreshed) {
        if (faints.getAndDecrement() > 0) {
            throw new Refusal(new CommonProblem.Unavailable("database"));
        }
        return others.refreshed(refreshed);
    }

    @Override
    public Optional<Connection> find(Connection.Key key) {
        return others.find(key);
    }

    @Override
    public List<Connection> ofUser(UserId userId) {
        return others.ofUser(userId);
    }

    @Override
    public Connection put(Connection connection) {
        return others.put(connection);
    }

    @Override
    public Optional<Connection> remove(Connection.Key key) {
        return others.remove(key);
    }

    @Override
    public boolean discard(Connection connection) {
        return others.discard(connection);
    }

    @Override
    public boolean claimRefresh(Connection.Key key, int revision, Instant now, Instant leaseUntil) {
        return others.claimRefresh(key, revision, now, leaseUntil);
    }

    @Override
    public void releaseRefresh(Connection.Key key, int revision, Instant leaseUntil) {
        others.releaseRefresh(key, revision, leaseUntil);
    }
}
