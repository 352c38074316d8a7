package dev.guildhall.testkit.contract;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.util.Optional;

/** Resources that some tests need and some machines do not have. */
public final class Needs {
    private static final String ALL = "GUILDHALL_TEST_REQUIRE_ALL";

    private Needs() {}

    /**
     * The resource. When it is missing, the test is skipped with the reason; when {@code GUILDHALL_TEST_REQUIRE_ALL} is
     * {@code 1}, the test fails.
     */
    public static <T> T orSkip(Optional<T> found, String reason) {
        return found.orElseGet(() -> "1".equals(System.getenv(ALL)) ? fail(reason) : abort(reason));
    }
}
