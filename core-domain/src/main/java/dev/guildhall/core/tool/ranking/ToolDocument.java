package dev.guildhall.core.tool.ranking;

import dev.guildhall.ports.search.Embedding;
import dev.guildhall.ports.tool.Tool;
import java.util.Optional;

/**
 * A tool as it is found.
 *
 * @param tool which one
 * @param meaning the embedding of {@link ToolText#toEmbed}; absent while there is none, and the tool is found by its words
 */
public record ToolDocument(Tool tool, Optional<Embedding> meaning) {}
