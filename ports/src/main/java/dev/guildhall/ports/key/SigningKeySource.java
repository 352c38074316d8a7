package dev.guildhall.ports.key;

import dev.guildhall.ports.session.AccessTokens;
import java.util.List;

/** The keys that an adapter of {@link AccessTokens} signs and verifies with; the core implements it. Blocks. */
@FunctionalInterface
public interface SigningKeySource {
    /** The current keys of all nodes: exactly one is active and one is next; missing keys are created first. */
    List<SigningKey> all();
}
