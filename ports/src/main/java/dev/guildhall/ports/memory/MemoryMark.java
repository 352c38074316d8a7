package dev.guildhall.ports.memory;

/**
 * Where a user's memories stand.
 *
 * @param revision of the last change, 0 before the first
 * @param deletions how many changes have taken something away
 */
public record MemoryMark(long revision, long deletions) {
    /** Before the first change. */
    public static final MemoryMark NONE = new MemoryMark(0, 0);
}
