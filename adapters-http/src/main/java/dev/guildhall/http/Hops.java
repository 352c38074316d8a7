package dev.guildhall.http;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.webhook.Webhook;
import java.util.Optional;
import java.util.regex.Pattern;

/** How many deliveries to webhooks have led to a request, as its header {@value Webhook#HOPS} says (webhooks-13). */
final class Hops {
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,3}");

    private Hops() {}

    /**
     * The number in a header; 0 without it.
     *
     * @throws Refusal with {@code CommonProblem.Invalid} for a text that is no number, and for more than {@link
     *     Webhook#MOST_HOPS}
     */
    static int of(Optional<String> header) {
        int hops = header.map(Hops::number).orElse(0);
        if (hops > Webhook.MOST_HOPS) {
            throw invalid();
        }
        return hops;
    }

    private static int number(String text) {
        if (!NUMBER.matcher(text).matches()) {
            throw invalid();
        }
        return Integer.parseInt(text);
    }

    private static Refusal invalid() {
        return Refusal.invalid(Webhook.HOPS, "must be 0 to " + Webhook.MOST_HOPS);
    }

    /** The caller, whose work the deliveries have led to. */
    static Caller led(Caller caller, Optional<String> header) {
        return caller instanceof Caller.User user && header.isPresent() ? user.afterHops(of(header)) : caller;
    }
}
