package dev.guildhall.ports.key;

import dev.guildhall.ports.session.AccessTokens;
import java.util.List;

/** What an adapter of {@link AccessTokens} signs and verifies with; the core gives it. Blocks. Thread-safe. */
@FunctionalInterface
public interface SigningKeySource {
    /**
     * All keys as they are now, on all nodes, exactly one of them active and one next; whatever is missing is made first.
     */
    List<SigningKey> all();
}
