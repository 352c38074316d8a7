package dev.guildhall.ports;

/** Driven port: makes identifiers. */
public interface IdSource {
    /**
     * A new identifier that no other call returns.
     *
     * @param prefix the short type prefix without the underscore, for example {@code usr}
     * @return {@code <prefix>_<time-ordered part>}; later calls sort after earlier ones, with the precision of a
     *     millisecond
     */
    String next(String prefix);
}
