package dev.guildhall.http;

import dev.guildhall.ports.settings.PublicUrl;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The address that users open. An admin may set it while the server runs (accounts-36): it is then that of links and
 * redirects, and of the requests that name its host. Others keep the usual one, so that an address that is wrong, or
 * that is not reachable yet, locks no one out.
 */
public final class PublicAddress {
    private final String usual;
    private final Supplier<Optional<PublicUrl>> set;

    /**
     * @param usual the address of the configuration, or else of the listener, without a slash at its end
     * @param set the address of the settings, asked at each use
     */
    public PublicAddress(String usual, Supplier<Optional<PublicUrl>> set) {
        this.usual = usual;
        this.set = set;
    }

    /** An address that no admin changes. */
    public static PublicAddress fixed(String address) {
        return new PublicAddress(address, Optional::empty);
    }

    /** The same with another usual address, such as that of a listener of its own. */
    public PublicAddress or(String other) {
        return new PublicAddress(other, set);
    }

    /** The address that links and redirects have now. */
    public String now() {
        return set.get().map(PublicUrl::value).orElse(usual);
    }

    /** The address that the client of a request uses, by the host that the request names. */
    String of(String host) {
        return ofHost(host).orElse(usual);
    }

    /** The address of the settings, if the request names its host. */
    public Optional<String> ofHost(String host) {
        return set.get().filter(url -> url.host().equalsIgnoreCase(host)).map(PublicUrl::value);
    }

    /** The host of the address of the settings. */
    public Optional<String> host() {
        return set.get().map(PublicUrl::host);
    }
}
