package dev.guildhall.ports;

/** Driven port: makes identifiers. Thread-safe. */
public interface IdSource {
    /**
     * A new identifier that no other call returns.
     *
     * @param prefix the short type prefix without the underscore, for example {@code usr}
     * @return {@code <prefix>_<time-ordered part>}; later calls sort behind earlier ones at the millisecond's precision
     */
    String next(String prefix);
}
