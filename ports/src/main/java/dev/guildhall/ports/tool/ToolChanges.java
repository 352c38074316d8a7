package dev.guildhall.ports.tool;

import dev.guildhall.ports.search.Embedding;
import java.util.List;
import java.util.Optional;

/**
 * Tools that have changed.
 *
 * @param tools which ones
 * @param mark where the next call goes on
 */
public record ToolChanges(List<Changed> tools, String mark) {
    public ToolChanges {
        tools = List.copyOf(tools);
    }

    /**
     * A tool that has changed.
     *
     * @param tool as it is now
     * @param embedding what it means, to the model of that name; absent until that is known
     */
    public record Changed(Tool tool, Optional<Known> embedding) {}

    /**
     * An embedding that was kept.
     *
     * @param model whose it is
     * @param embedding what it says
     */
    public record Known(String model, Embedding embedding) {}
}
