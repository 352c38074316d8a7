package dev.guildhall.core.task;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.TaskId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What runs on a node, and what waits there for a slot. One slot in eight is kept for owners who hold none (contract 6): when
 * the others are taken, only tasks of such owners begin. Used under the lock of its dispatcher.
 */
final class WorkerSlots {
    private static final int ONE_KEPT_IN = 8;

    private final int all;
    private final int open;
    private final Map<TaskId, Attempt> running = new HashMap<>();
    private final Deque<Attempt> buffered = new ArrayDeque<>();
    private final Map<UserId, Integer> runningOf = new HashMap<>();
    private final Map<UserId, Integer> bufferedOf = new HashMap<>();

    WorkerSlots(int all) {
        this.all = all;
        this.open = all - all / ONE_KEPT_IN;
    }

    /** How many slots tasks of any owner take. */
    int open() {
        return open;
    }

    /** How many kept slots are free while the others are taken; 0 while one of the others is free. */
    int keptFree() {
        return running.size() < open ? 0 : all - running.size();
    }

    /** How many tasks run or wait here. */
    int size() {
        return running.size() + buffered.size();
    }

    boolean isIdle() {
        return running.isEmpty();
    }

    boolean isAnyBuffered() {
        return !buffered.isEmpty();
    }

    Collection<Attempt> running() {
        return running.values();
    }

    /** The owners of all tasks that run or wait here. */
    Set<UserId> owners() {
        Set<UserId> owners = new HashSet<>(runningOf.keySet());
        owners.addAll(bufferedOf.keySet());
        return owners;
    }

    void buffer(Attempt attempt) {
        buffered.add(attempt);
        bufferedOf.merge(ownerOf(attempt), 1, Integer::sum);
    }

    /** Takes the attempt that begins next out of the buffer, if there is one, and has it run. */
    Optional<Attempt> next() {
        Optional<Attempt> next = running.size() < open
                ? Optional.ofNullable(buffered.peek())
                : running.size() < all && isAnyNewOwnerBuffered()
                        ? buffered.stream().filter(this::isOfNewOwner).findFirst()
                        : Optional.empty();
        next.ifPresent(attempt -> {
            unbuffer(attempt);
            running.put(attempt.task().id(), attempt);
            runningOf.merge(ownerOf(attempt), 1, Integer::sum);
        });
        return next;
    }

    /** Looks at no more owners than there are slots, and one. */
    private boolean isAnyNewOwnerBuffered() {
        return !runningOf.keySet().containsAll(bufferedOf.keySet());
    }

    private boolean isOfNewOwner(Attempt attempt) {
        return !runningOf.containsKey(ownerOf(attempt));
    }

    /** Takes an attempt out of the buffer, if it is there. */
    void unbuffer(Attempt attempt) {
        if (buffered.remove(attempt)) {
            lessen(bufferedOf, ownerOf(attempt));
        }
    }

    /** Empties the buffer. */
    List<Attempt> unbufferAll() {
        List<Attempt> all = new ArrayList<>(buffered);
        buffered.clear();
        bufferedOf.clear();
        return all;
    }

    /**
     * An attempt does not run any more.
     *
     * @return whether its owner holds no slot now
     */
    boolean end(Attempt attempt) {
        return running.remove(attempt.task().id(), attempt) && lessen(runningOf, ownerOf(attempt));
    }

    private static boolean lessen(Map<UserId, Integer> counts, UserId owner) {
        return counts.computeIfPresent(owner, (ignored, count) -> count == 1 ? null : count - 1) == null;
    }

    private static UserId ownerOf(Attempt attempt) {
        return attempt.task().owner();
    }
}
