package dev.guildhall.wire.openai;

import dev.guildhall.ports.search.Embedding;
import dev.guildhall.wire.http.Limits;
import dev.guildhall.wire.http.UnreadableAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

public record EmbeddingsJson(@Nullable List<@Nullable ItemJson> data) {
    /** One embedding; its index is that of its text. */
    @SuppressWarnings("ArrayRecordComponent") // It is compared with nothing.
    record ItemJson(@Nullable Integer index, float @Nullable [] embedding) {}

    /** The embeddings in the order of the texts. */
    public List<Embedding> inOrder(int texts) throws UnreadableAnswer {
        if (data == null || data.size() != texts) {
            throw new UnreadableAnswer("the provider's answer has another number of embeddings");
        }
        List<Optional<Embedding>> ordered = new ArrayList<>();
        for (int i = 0; i < texts; i++) {
            ordered.add(Optional.empty());
        }
        for (int place = 0; place < texts; place++) {
            ItemJson item = data.get(place);
            int index = item == null || item.index() == null ? place : item.index();
            if (index < 0 || index >= texts || ordered.get(index).isPresent()) {
                throw new UnreadableAnswer("the provider's embeddings are not numbered in sequence");
            }
            ordered.set(index, Optional.of(embedding(item)));
        }
        List<Embedding> embeddings = ordered.stream().flatMap(Optional::stream).toList();
        if (embeddings.stream().mapToInt(Embedding::dimensions).distinct().count() > 1) {
            throw new UnreadableAnswer("the provider's embeddings differ in size");
        }
        return embeddings;
    }

    private static Embedding embedding(@Nullable ItemJson item) throws UnreadableAnswer {
        if (item == null
                || item.embedding() == null
                || item.embedding().length == 0
                || item.embedding().length > Limits.DIMENSIONS) {
            throw new UnreadableAnswer("the provider's answer has an embedding without coordinates, or with too many");
        }
        try {
            return new Embedding(item.embedding());
        } catch (IllegalArgumentException notFinite) {
            throw new UnreadableAnswer("the provider's answer has an embedding with odd coordinates");
        }
    }
}
