package dev.guildhall.ports.tool;

import java.util.List;

/**
 * The tools that have changed.
 *
 * @param revisions of the changed tools
 * @param mark pass it to the next call
 */
public record ToolRevisions(List<Revision> revisions, String mark) {
    public ToolRevisions {
        revisions = List.copyOf(revisions);
    }

    /**
     * The revision of a tool.
     *
     * @param id the tool
     * @param number a new number after every change
     */
    public record Revision(ToolId id, long number) {}
}
