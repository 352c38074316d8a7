package dev.guildhall.integrations.net;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import okhttp3.Dns;

/**
 * Looks a name up once and hands on only what may be connected to. Thread-safe.
 *
 * @param rules what may be
 * @param names who knows
 */
record GuardedDns(EgressRules rules, NameLookup names) implements Dns {
    @Override
    public List<InetAddress> lookup(String host) throws UnknownHostException {
        List<InetAddress> found = names.addresses(host);
        if (found.isEmpty()) {
            throw new UnknownHostException("the name has no address");
        }
        List<InetAddress> allowed = new ArrayList<>();
        for (InetAddress address : found) {
            // The name stays with the address, so that the socket knows in whose name it connects.
            InetAddress named = InetAddress.getByAddress(host, address.getAddress());
            if (allowed.size() < OutboundLimits.ADDRESSES && rules.mayAllow(host, named)) {
                allowed.add(named);
            }
        }
        if (allowed.isEmpty()) {
            throw new BlockedAddress();
        }
        return allowed;
    }
}
