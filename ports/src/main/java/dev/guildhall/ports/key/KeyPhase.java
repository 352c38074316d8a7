package dev.guildhall.ports.key;

import java.time.Instant;

/** Where a signing key is in its life. Its tokens are good in every phase. */
public sealed interface KeyPhase {
    /** It is published and signs nothing yet, so that whoever verifies tokens elsewhere knows it before its first one. */
    record Next() implements KeyPhase {}

    /**
     * It signs.
     *
     * @param from since when
     */
    record Active(Instant from) implements KeyPhase {}

    /**
     * It signs no more, and is kept until its last token has expired.
     *
     * @param activeFrom since when it signed
     * @param at when another key took over
     */
    record Retired(Instant activeFrom, Instant at) implements KeyPhase {}
}
