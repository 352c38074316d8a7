package dev.guildhall.ports.tool;

import dev.guildhall.ports.search.TextEmbedding;
import java.util.Optional;

/**
 * A tool with its data for the search.
 *
 * @param tool its current state
 * @param embedding its embedding; absent until it is computed
 */
public record IndexedTool(Tool tool, Optional<TextEmbedding> embedding) {}
