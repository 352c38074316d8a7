package dev.guildhall.core.security;

import dev.guildhall.ports.oauth.RedirectUri;
import dev.guildhall.ports.problem.Refusal;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** The addresses where browsers may be sent back to: any, or those below given ones and the installation's own. */
public final class AllowedRedirects {
    private final List<URI> allowed;
    private final Supplier<List<URI>> own;

    /**
     * Without any given ones, all addresses are allowed.
     *
     * @param own the addresses of the pages at this time
     */
    public AllowedRedirects(List<RedirectUri> allowed, Supplier<List<URI>> own) {
        this.allowed = allowed.stream().map(RedirectUri::uri).toList();
        this.own = own;
    }

    /** Refuses an address that the installation does not allow. */
    public void require(RedirectUri redirect) {
        if (!allowed.isEmpty() && !isBelow(allowed, redirect) && !isBelow(own.get(), redirect)) {
            throw Refusal.invalid("redirectUri", "is not one that this installation allows");
        }
    }

    private static boolean isBelow(List<URI> allowed, RedirectUri redirect) {
        return allowed.stream().anyMatch(one -> isBelow(one, redirect.uri()));
    }

    private static boolean isBelow(URI allowed, URI given) {
        return origin(allowed).equals(origin(given)) && !climbs(given) && isBelow(allowed.getPath(), given.getPath());
    }

    /** Whole path segments count: {@code /apple} is not below {@code /app}. */
    private static boolean isBelow(String allowed, String given) {
        String folder = allowed.endsWith("/") ? allowed : allowed + "/";
        return folder.equals("/") || given.equals(allowed) || given.startsWith(folder);
    }

    /** A browser resolves dots, and treats a backslash as a slash; the comparison does neither. */
    private static boolean climbs(URI given) {
        return given.getPath().indexOf('\\') >= 0
                || Arrays.stream(given.getPath().split("/")).anyMatch(step -> step.equals(".") || step.equals(".."));
    }

    private static String origin(URI address) {
        String scheme = address.getScheme().toLowerCase(Locale.ROOT);
        int port = address.getPort() >= 0 ? address.getPort() : scheme.equals("https") ? 443 : 80;
        return scheme + "://" + address.getHost().toLowerCase(Locale.ROOT) + ":" + port;
    }
}
