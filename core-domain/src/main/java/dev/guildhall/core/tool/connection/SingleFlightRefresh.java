package dev.guildhall.core.tool.connection;

import dev.guildhall.core.time.Threads;
import dev.guildhall.ports.connection.Connection;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.UnaryOperator;

/**
 * The running refreshes of this process; a caller that needs a running one waits for its outcome. Each runs on its own
 * thread: a caller that disconnects must not end it, since a used refresh token whose successor is lost disconnects the
 * user. The time limit of the refresh bounds a wait.
 */
final class SingleFlightRefresh {
    /** One refresh of a known credential, and how long it waits for another node. */
    record Flight(Connection known, Duration patience) {}

    private final Threads threads;
    private final ConcurrentMap<Flight, FutureTask<Connection>> flights = new ConcurrentHashMap<>();

    SingleFlightRefresh(Threads threads) {
        this.threads = threads;
    }

    boolean isUnderWay(Connection known) {
        return flights.keySet().stream().anyMatch(flight -> flight.known().equals(known));
    }

    Connection join(Flight flight, UnaryOperator<Connection> refresh) {
        FutureTask<Connection> mine = new FutureTask<>(() -> {
            try {
                return refresh.apply(flight.known());
            } finally {
                flights.remove(flight);
            }
        });
        Optional<FutureTask<Connection>> others = Optional.ofNullable(flights.putIfAbsent(flight, mine));
        if (others.isEmpty()) {
            threads.start("refresh-" + flight.known().key().integration(), mine);
        }
        return outcome(others.orElse(mine));
    }

    private static Connection outcome(FutureTask<Connection> flight) {
        try {
            return flight.get();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof Refusal refusal) {
                throw refusal;
            }
            throw new IllegalStateException("a refresh failed with an unexpected exception", failed.getCause());
        }
    }
}
