package dev.guildhall.http;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * One port with the mounts that stand on it.
 *
 * @param host the address to listen on
 * @param port 0 takes any free one
 * @param mounts at least one with an empty base, which says no for paths that belong to nobody
 */
public record Listener(String host, int port, List<Mount> mounts) {
    public Listener {
        mounts = List.copyOf(mounts);
    }

    /**
     * The mount whose error form answers for a path that may not exist: the one with the longest base, and at the root of
     * a service's own port the service before what every listener has.
     */
    public Mount mountFor(String path) {
        return mounts.stream()
                .filter(mount -> mount.covers(path))
                .max(Comparator.<Mount>comparingInt(mount -> mount.base().length())
                        .thenComparing(mount -> mount.service().isPresent()))
                .orElseGet(mounts::getFirst);
    }

    /** What a browser is shown at an address that no route has; empty where there are no pages. */
    Optional<Router.Found> unknownPage() {
        return mounts.stream()
                .flatMap(mount -> mount.unknownPage().stream().map(page -> Router.Found.outsideRoutes(mount, page)))
                .findFirst();
    }
}
