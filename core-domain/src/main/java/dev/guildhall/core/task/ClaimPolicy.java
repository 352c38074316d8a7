package dev.guildhall.core.task;

import dev.guildhall.ports.task.AttemptEnd;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.task.SettleAndClaim;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/**
 * Decides how many tasks a node claims, and when: after a hint, while the last claim found as many tasks as it asked for, and
 * each poll interval. When only kept slots are free, the node claims tasks of owners who hold no slot. While tasks that take
 * long hold all other slots, it also claims tasks of other types, so that short tasks need not wait for a turn between
 * these: the next free slot carries many of them out. Both kinds of claims pass over many waiting tasks, so there is a
 * pause between two of a kind. Used under the lock of its {@link DispatchState}.
 */
final class ClaimPolicy {
    /** The shortest pause between two claims that pass over tasks. */
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(20);

    /** How many times as long as such a claim took the pause after it is. */
    private static final int PAUSE_FACTOR = 10;

    private final InstantSource clock;
    private final Duration poll;
    private final WorkerPool pool;
    private final Look all;
    private final Look others;
    private final Look otherTypes;
    /** How many tasks of other types the last claim of these asked for. */
    private int lastOfOtherTypes;
    /** How many tasks the claims under way may bring. */
    private int claiming;
    /** How many tasks that are being enqueued may start on this node at once. */
    private int offered;

    private boolean stopped;

    ClaimPolicy(InstantSource clock, Duration poll, WorkerPool pool) {
        this.clock = clock;
        this.poll = poll;
        this.pool = pool;
        this.all = new Look(clock.instant());
        this.others = new Look(clock.instant());
        this.otherTypes = new Look(clock.instant());
    }

    /** When the node looks into the queue next. */
    private final class Look {
        private boolean hinted = true;
        /** Whether the last claim found as many tasks as it asked for. */
        private boolean more;

        private Instant begun;
        private Duration took = Duration.ZERO;

        Look(Instant begun) {
            this.begun = begun;
        }

        boolean isDue() {
            return hinted || more || isAgo(poll);
        }

        boolean isAgo(Duration time) {
            return !clock.instant().isBefore(begun.plus(time));
        }

        boolean isRested() {
            return isAgo(pause());
        }

        Duration pause() {
            Duration pause = took.multipliedBy(PAUSE_FACTOR);
            return pause.compareTo(SHORTEST_PAUSE) > 0 ? pause : SHORTEST_PAUSE;
        }

        void begin(int claimed) {
            hinted = false;
            begun = clock.instant();
            claiming += claimed;
        }

        void end(boolean foundAll) {
            more = foundAll;
            took = Duration.between(begun, clock.instant());
        }
    }

    /** The queue may contain a task to claim. */
    void hint() {
        all.hinted = true;
        others.hinted = true;
        otherTypes.hinted = true;
    }

    /** There may be something to claim for owners without a slot. */
    void hintOthers() {
        others.hinted = true;
    }

    /** Claimed tasks were given back, since the pool could not start them. */
    void gaveBack() {
        otherTypes.more = false;
    }

    /** Nothing is claimed any more. */
    void stop() {
        stopped = true;
    }

    /** How many of some new tasks start on this node at once: none while others may wait in the queue. */
    int offer(int tasks) {
        boolean isQueueEmpty = !all.hinted && !all.more && claiming == 0;
        int most = isQueueEmpty ? Math.min(tasks, claimable()) : 0;
        offered += most;
        return most;
    }

    void endOffer(int most) {
        offered -= most;
    }

    boolean isOffering() {
        return offered > 0;
    }

    /** How many tasks the node would claim now, also after a poll interval. */
    int due(boolean polled) {
        return polled || all.isDue() ? claimable() : 0;
    }

    /** Whether it is time to claim for owners without a slot. */
    boolean isDueForOthers(boolean polled) {
        return claimableForOthers() > 0 && others.isRested() && (polled || others.isDue());
    }

    /** Whether it is time to claim tasks of other types than those that take long. */
    boolean isDueForOtherTypes(boolean polled) {
        return claimableOfOtherTypes() > 0 && otherTypes.isRested() && (polled || otherTypes.isDue());
    }

    /** Whether a claim for owners without a slot, or of other types, follows after its pause. */
    boolean isPendingForOthers() {
        return (others.hinted && claimableForOthers() > 0) || isPendingForOtherTypes();
    }

    private boolean isPendingForOtherTypes() {
        return (otherTypes.hinted || otherTypes.more) && claimableOfOtherTypes() > 0;
    }

    /** How long the dispatcher waits for a hint at most. */
    Duration untilNextLook() {
        if (isPendingForOtherTypes()) {
            return otherTypes.pause();
        }
        return isPendingForOthers() ? others.pause() : poll;
    }

    /** A request with the next claim, which {@link #end} or {@link #fail} has to follow. */
    SettleAndClaim begin(NodeId node, List<AttemptEnd> ended, boolean polled) {
        if (isDueForOtherTypes(polled)) {
            int some = claimableOfOtherTypes();
            lastOfOtherTypes = some;
            otherTypes.begin(some);
            return new SettleAndClaim(node, ended, some, new SettleAndClaim.OtherTypes(pool.longTypes()));
        }
        int most = Math.min(due(polled), pool.largestClaim());
        if (most == 0 && isDueForOthers(polled)) {
            int kept = claimableForOthers();
            others.begin(kept);
            return new SettleAndClaim(node, ended, kept, new SettleAndClaim.OtherUsers(pool.owners()));
        }
        if (most > 0) {
            all.begin(most);
        }
        return new SettleAndClaim(node, ended, most);
    }

    void end(SettleAndClaim request, int found) {
        if (request.claim() > 0) {
            look(request.from()).end(found == request.claim());
        }
        claiming -= request.claim();
    }

    private Look look(SettleAndClaim.From from) {
        return switch (from) {
            case SettleAndClaim.All ignored -> all;
            case SettleAndClaim.OtherUsers ignored -> others;
            case SettleAndClaim.OtherTypes ignored -> otherTypes;
        };
    }

    void fail(SettleAndClaim request) {
        claiming -= request.claim();
        hint();
    }

    private int claimable() {
        return stopped ? 0 : Math.max(0, pool.free() - offered - claiming);
    }

    private int claimableForOthers() {
        return stopped || claiming > 0 ? 0 : pool.keptFree();
    }

    /** Twice as many as last time while the pool has carried out all that it claimed. */
    private int claimableOfOtherTypes() {
        return stopped || claiming > 0 || offered > 0
                ? 0
                : pool.freeForShortTasks(otherTypes.more ? 2 * lastOfOtherTypes : 0);
    }
}
