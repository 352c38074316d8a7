package dev.guildhall.integrations.playwright;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Which addresses the browsers of test runs may connect to (runs-8). Blocks. */
@FunctionalInterface
public interface RunTargets {
    /**
     * The addresses of a host that may be connected to, best first; empty when none of them may.
     *
     * @param host a name, or an address as text without brackets
     * @throws UnknownHostException when the host has no address
     */
    List<InetAddress> reachable(String host, int port) throws UnknownHostException;
}
