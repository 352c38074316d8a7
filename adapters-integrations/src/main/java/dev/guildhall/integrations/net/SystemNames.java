package dev.guildhall.integrations.net;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Uses the operating system's resolver, on platform threads: a look-up cannot be cancelled, and on a virtual thread it
 * would block a carrier thread.
 */
final class SystemNames implements NameLookup {
    private static final ExecutorService THREADS = new ThreadPoolExecutor(
            0,
            OutboundLimits.LOOKUPS,
            OutboundLimits.LOOKUP_THREAD_IDLE.toMillis(),
            TimeUnit.MILLISECONDS,
            new SynchronousQueue<>(),
            Thread.ofPlatform().daemon().name("name-lookup-", 0).factory());

    @Override
    public List<InetAddress> addresses(String host) throws UnknownHostException {
        try {
            return asked(host).get();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new UnknownHostException("interrupted");
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof UnknownHostException unknown) {
                throw unknown;
            }
            throw new IllegalStateException("a look-up failed with an unknown exception", failed.getCause());
        }
    }

    private static Future<List<InetAddress>> asked(String host) throws UnknownHostException {
        try {
            return THREADS.submit(() -> List.of(InetAddress.getAllByName(host)));
        } catch (RejectedExecutionException full) {
            throw new UnknownHostException("too many names are being looked up");
        }
    }
}
