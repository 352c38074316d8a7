package dev.guildhall.ports.memory;

/**
 * The state of a user's memories.
 *
 * @param revision of the last change, 0 before the first
 * @param deletions how many changes have deleted memories
 */
public record MemoryMark(long revision, long deletions) {
    /** Before the first change. */
    public static final MemoryMark NONE = new MemoryMark(0, 0);
}
