package dev.guildhall.http.agent;

import dev.guildhall.ports.knowledge.CollectionId;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.util.List;
import java.util.function.Supplier;

/** Reads the collections that a request names. */
public final class CollectionReaders {
    /** The most collections of one request. */
    private static final int MOST = 50;

    private CollectionReaders() {}

    /** The member {@code collections}: identifiers; none when it is absent. */
    public static Supplier<List<CollectionId>> collections(JsonBody body) {
        return body.optional("collections", RequestReader.list(RequestReader.text(CollectionId::new), MOST), List.of());
    }
}
