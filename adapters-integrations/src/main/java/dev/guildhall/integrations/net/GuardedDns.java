package dev.guildhall.integrations.net;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import okhttp3.Dns;

/**
 * Looks a name up once and returns only the allowed addresses. Thread-safe.
 *
 * @param rules the allowed addresses
 * @param names looks names up
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
            // The address keeps the name, so that the socket can check the rules for that name.
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
