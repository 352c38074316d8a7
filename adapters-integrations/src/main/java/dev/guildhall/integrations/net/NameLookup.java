package dev.guildhall.integrations.net;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Finds the addresses of a host. Blocks; an interrupt ends it. Thread-safe. */
@FunctionalInterface
public interface NameLookup {
    /**
     * All of them, best first.
     *
     * @throws UnknownHostException when there is none, or it cannot be found out
     */
    List<InetAddress> addresses(String host) throws UnknownHostException;
}
