package dev.guildhall.core.telemetry;

import dev.guildhall.ports.problem.Refusal;
import java.util.Locale;

/** Short names for what went wrong, which say nothing of what was said. */
public final class ErrorNames {
    /** Of what somebody broke off. */
    public static final String CANCELLED = "cancelled";

    private ErrorNames() {}

    /** {@code provider_timed_out} for that problem; of a bug or an outage the name of its class. */
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
