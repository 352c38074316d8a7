package dev.guildhall.ports.memory;

import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.search.QuantisedEmbedding;
import java.util.List;
import java.util.Optional;

/**
 * The data of a memory that a search index needs.
 *
 * @param id of the memory
 * @param type its kind
 * @param importance 0 to 1
 * @param tags in the order given
 * @param chatId the conversation that it belongs to; absent when it belongs to none
 * @param superseded whether another memory replaces it
 * @param text its analysed text; absent until it is computed
 * @param content its text when {@code text} is absent; otherwise absent
 * @param embedding its embedding; absent until it is computed
 * @param revision 1 or more: the number of the user's change that last wrote it
 */
public record IndexedMemory(
        MemoryId id,
        MemoryType type,
        double importance,
        List<String> tags,
        Optional<ChatId> chatId,
        boolean superseded,
        Optional<AnalysedText> text,
        Optional<String> content,
        Optional<StoredEmbedding> embedding,
        long revision) {
    public IndexedMemory {
        tags = List.copyOf(tags);
    }

    /**
     * An embedding with its model.
     *
     * @param model the model that computed it
     * @param embedding the embedding
     */
    public record StoredEmbedding(String model, QuantisedEmbedding embedding) {}
}
