package dev.guildhall.app;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;

/** Many connections that each send their next request as soon as the response to the last one has come. */
final class Load implements AutoCloseable {
    /** The repeated step of one connection; returns whether the response was as expected. */
    interface Step {
        boolean go(Connection connection);
    }

    private final int port;
    private final List<Connection> connections = new ArrayList<>();

    Load(int port, int connections) {
        this.port = port;
        for (int i = 0; i < connections; i++) {
            this.connections.add(new Connection(port));
        }
    }

    /**
     * Runs for that time, with a thread for each connection.
     *
     * @param steps one for each connection
     * @return expected responses per second
     */
    double perSecond(long millis, List<Step> steps) throws InterruptedException {
        LongAdder good = new LongAdder();
        LongAdder bad = new LongAdder();
        CountDownLatch begin = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        long[] end = new long[1];
        for (int i = 0; i < connections.size(); i++) {
            Connection connection = connections.get(i);
            Step step = steps.get(i);
            threads.add(Thread.ofPlatform().start(() -> {
                await(begin);
                while (System.nanoTime() < end[0]) {
                    (step.go(connection) ? good : bad).increment();
                }
            }));
        }
        long start = System.nanoTime();
        end[0] = start + millis * 1_000_000;
        begin.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        if (bad.sum() > 0) {
            throw new IllegalStateException(bad.sum() + " unexpected responses and " + good.sum() + " expected ones");
        }
        return good.sum() * 1e9 / (System.nanoTime() - start);
    }

    private static void await(CountDownLatch begin) {
        try {
            begin.await();
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    int port() {
        return port;
    }

    @Override
    public void close() {
        connections.forEach(Connection::close);
    }
}
