package dev.guildhall.http.server;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.guildhall.http.limit.ClientAddress;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.management.ManagementFactory;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.io.SelectorManager;
import org.eclipse.jetty.util.IO;

/**
 * Closes new connections of an address that has too many open, and of every address while the process has too many
 * (general-26). An address may also have no more connections than the process has left, so that a few addresses cannot
 * take all of them (a dynamic threshold). A trusted proxy forwards for many clients: only the limit of the process
 * applies to it.
 */
final class ConnectionLimit implements SelectorManager.AcceptListener {
    private static final Logger LOG = System.getLogger(ConnectionLimit.class.getName());
    private static final long LOG_INTERVAL = Duration.ofMinutes(1).toNanos();

    private final int perAddress;
    private final int inAll;
    private final ClientAddress addresses;
    private final AtomicInteger open = new AtomicInteger();
    private final Map<String, Integer> openByAddress = new ConcurrentHashMap<>();
    private final AtomicLong lastLogged = new AtomicLong(System.nanoTime() - LOG_INTERVAL);

    /**
     * @param perAddress connections of one address, 0 for any number
     * @param inAll connections of all addresses
     */
    ConnectionLimit(int perAddress, int inAll, ClientAddress addresses) {
        this.perAddress = perAddress;
        this.inAll = inAll;
        this.addresses = addresses;
    }

    /**
     * The largest number of connections of a process: half of its file descriptors. The other half is for the database,
     * files, and requests to other servers, at most one for each connection.
     */
    static int ofProcess() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? (int) Math.min(Integer.MAX_VALUE, Math.max(2, unix.getMaxFileDescriptorCount()) / 2)
                : Integer.MAX_VALUE;
    }

    /** The number of open connections, including those that no connector lists yet. */
    int open() {
        return open.get();
    }

    /** The connector cannot register a channel that is closed here, and then calls {@link #onAcceptFailed}. */
    @Override
    public void onAccepting(SelectableChannel channel) {
        String direct = directAddress(channel);
        int all = open.incrementAndGet();
        int ofAddress = openByAddress.merge(addresses.ofConnection(direct), 1, Integer::sum);
        if (all > inAll || ofAddress > limitOf(direct, all)) {
            IO.close(channel);
            log(direct, ofAddress, all);
        }
    }

    private int limitOf(String direct, int all) {
        return perAddress == 0 || addresses.isProxy(direct)
                ? Integer.MAX_VALUE
                : Math.min(perAddress, Math.max(1, inAll - all));
    }

    @Override
    public void onAcceptFailed(SelectableChannel channel, Throwable cause) {
        onClosed(channel);
    }

    @Override
    public void onClosed(SelectableChannel channel) {
        open.decrementAndGet();
        openByAddress.computeIfPresent(
                addresses.ofConnection(directAddress(channel)), (address, count) -> count == 1 ? null : count - 1);
    }

    /** A closed socket still knows its peer. */
    private static String directAddress(SelectableChannel channel) {
        return ((SocketChannel) channel).socket().getInetAddress().getHostAddress();
    }

    private void log(String direct, int ofAddress, int all) {
        long now = System.nanoTime();
        long last = lastLogged.get();
        if (now - last >= LOG_INTERVAL && lastLogged.compareAndSet(last, now)) {
            LOG.log(
                    Level.WARNING,
                    "connections are refused: {0} has {1}, all addresses together have {2} of {3}",
                    direct,
                    ofAddress,
                    all,
                    inAll);
        }
    }
}
