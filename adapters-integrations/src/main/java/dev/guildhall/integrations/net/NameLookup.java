package dev.guildhall.integrations.net;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Finds the addresses of a host. Blocks; an interrupt cancels the look-up. */
@FunctionalInterface
public interface NameLookup {
    /** All addresses, best first. */
    List<InetAddress> addresses(String host) throws UnknownHostException;
}
