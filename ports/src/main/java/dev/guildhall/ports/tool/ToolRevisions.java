package dev.guildhall.ports.tool;

import java.util.List;

/**
 * Which tools have changed.
 *
 * @param revisions of those that have
 * @param mark where the next call goes on
 */
public record ToolRevisions(List<Revision> revisions, String mark) {
    public ToolRevisions {
        revisions = List.copyOf(revisions);
    }

    /**
     * How a tool is at one time.
     *
     * @param id which one
     * @param number another one after every change
     */
    public record Revision(ToolId id, long number) {}
}
