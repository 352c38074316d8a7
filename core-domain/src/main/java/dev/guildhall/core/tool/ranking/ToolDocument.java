package dev.guildhall.core.tool.ranking;

import dev.guildhall.ports.search.QuantisedEmbedding;
import dev.guildhall.ports.tool.Tool;
import java.util.Optional;

/**
 * A tool in the index.
 *
 * @param tool the tool
 * @param embedding the embedding of {@link ToolText#toEmbed}; absent until it is computed, and the tool is found by its
 *     words
 */
public record ToolDocument(Tool tool, Optional<QuantisedEmbedding> embedding) {}
