package dev.guildhall.ports.tool;

import dev.guildhall.ports.search.TextEmbedding;
import java.util.Optional;

/**
 * A tool, and what is known for finding it.
 *
 * @param tool as it is now
 * @param meaning absent until that is known
 */
public record IndexedTool(Tool tool, Optional<TextEmbedding> meaning) {}
