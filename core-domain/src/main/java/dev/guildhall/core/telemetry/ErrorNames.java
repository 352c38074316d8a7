package dev.guildhall.core.telemetry;

import dev.guildhall.ports.problem.Refusal;
import java.util.Locale;

/** Short names of failures, without any content of requests. */
public final class ErrorNames {
    public static final String CANCELLED = "cancelled";

    private ErrorNames() {}

    /** For example {@code provider_timed_out} for that problem; for a bug or an outage the name of its class. */
    public static String of(RuntimeException cause) {
        return cause instanceof Refusal refusal
                ? refusal.problem()
                        .getClass()
                        .getSimpleName()
                        .replaceAll("(?<=[a-z])(?=[A-Z])", "_")
                        .toLowerCase(Locale.ROOT)
                : cause.getClass().getName();
    }
}
