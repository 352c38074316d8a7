package dev.guildhall.ports.contract;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.util.Optional;

/** What some tests need and some machines lack. */
public final class Needs {
    private static final String ALL = "GUILDHALL_TEST_REQUIRE_ALL";

    private Needs() {}

    /**
     * What is there. Without it the test is skipped and says why; where {@code GUILDHALL_TEST_REQUIRE_ALL} is {@code 1} it
     * fails.
     */
    public static <T> T orSkip(Optional<T> found, String reason) {
        return found.orElseGet(() -> "1".equals(System.getenv(ALL)) ? fail(reason) : abort(reason));
    }
}
