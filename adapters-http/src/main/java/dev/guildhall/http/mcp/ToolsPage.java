package dev.guildhall.http.mcp;

import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.databind.util.RawValue;
import java.util.Optional;
import java.util.function.Supplier;

/** The definitions of a page of tools as an array of JSON, with the result of the newer era that has no other page. */
final class ToolsPage extends RawValue {
    private volatile Optional<byte[]> alone = Optional.empty();

    ToolsPage(String json) {
        super(new SerializedString(json));
    }

    /** The whole result as JSON, which is made once: two threads at once make the same. */
    byte[] alone(Supplier<byte[]> result) {
        Optional<byte[]> known = alone;
        if (known.isEmpty()) {
            known = Optional.of(result.get());
            alone = known;
        }
        return known.get();
    }
}
