package dev.guildhall.ports.key;

import java.time.Instant;

/** The phase of a signing key. Its tokens are valid in every phase. */
public sealed interface KeyPhase {
    /** It is published and does not sign yet, so that other verifiers know it before its first token. */
    record Next() implements KeyPhase {}

    /**
     * It signs.
     *
     * @param from since when
     */
    record Active(Instant from) implements KeyPhase {}

    /**
     * It does not sign any more, and is kept until its last token has expired.
     *
     * @param activeFrom since when it signed
     * @param at when another key replaced it
     */
    record Retired(Instant activeFrom, Instant at) implements KeyPhase {}
}
