package dev.guildhall.http;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * One port with its mounts.
 *
 * @param host the address to listen on
 * @param port 0 chooses any free one
 * @param mounts at least one with an empty base, whose error form answers requests for unknown paths
 */
public record Listener(String host, int port, List<Mount> mounts) {
    public Listener {
        mounts = List.copyOf(mounts);
    }

    /**
     * The mount whose error form answers for a path that may not exist: the mount with the longest base; at the root of
     * a service's own port the service comes before the listener's own routes.
     */
    public Mount mountFor(String path) {
        return mounts.stream()
                .filter(mount -> mount.covers(path))
                .max(Comparator.<Mount>comparingInt(mount -> mount.base().length())
                        .thenComparing(mount -> mount.service().isPresent()))
                .orElseGet(mounts::getFirst);
    }

    /** The page that browsers get at an address without a route; empty where there are no pages. */
    Optional<Router.Found> unknownPage() {
        return mounts.stream()
                .flatMap(mount -> mount.unknownPage().stream().map(page -> Router.Found.outsideRoutes(mount, page)))
                .findFirst();
    }
}
