package dev.guildhall.ports.agent;

import dev.guildhall.ports.JsonData;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.problem.Refusal;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What a user decides about a call that waits (approvals-4).
 *
 * @param verdict whether the call is made
 * @param reason why not, for the model; at most {@value #LONGEST_REASON} characters
 * @param parameters what the tool is called with instead; absent for what the model wrote, and in a denial
 * @param remember for which later calls of the tool the verdict holds too
 */
public record ApprovalDecision(
        Verdict verdict, Optional<String> reason, Optional<Map<String, Object>> parameters, Remember remember) {
    /** The most characters of a reason. */
    public static final int LONGEST_REASON = 2_000;

    /** Creates a decision; refuses parameters of a denied call, and a reason that is too long. */
    public ApprovalDecision {
        parameters = parameters.map(JsonData::copy);
        reason = reason.map(Text::repaired).filter(text -> !text.isBlank());
        if (verdict == Verdict.DENY && parameters.isPresent()) {
            throw Refusal.invalid("parameters", "must be absent when the call is denied");
        }
        if (reason.filter(text -> text.length() > LONGEST_REASON).isPresent()) {
            throw Refusal.invalid("reason", "must have at most " + LONGEST_REASON + " characters");
        }
    }

    /** A decision about one call. */
    public ApprovalDecision(Verdict verdict) {
        this(verdict, Optional.empty(), Optional.empty(), Remember.ONCE);
    }

    /** Whether a call is made. */
    public enum Verdict {
        /** It is made. */
        APPROVE,
        /** It is not made. */
        DENY;

        /** The name in JSON: {@code approve}, {@code deny}. */
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The verdict of that name in JSON; empty when there is none. */
        public static Optional<Verdict> fromWire(String name) {
            return Arrays.stream(values())
                    .filter(verdict -> verdict.wireName().equals(name))
                    .findFirst();
        }
    }

    /** For which later calls of the tool a verdict holds. */
    public enum Remember {
        /** For none. */
        ONCE,
        /** For those of the same chat, or of a task that no chat created. */
        CHAT,
        /** For all: the name of the tool is written into the user's policy. */
        ALWAYS;

        /** The name in JSON: {@code once}, {@code chat}, {@code always}. */
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The value of that name in JSON; empty when there is none. */
        public static Optional<Remember> fromWire(String name) {
            return Arrays.stream(values())
                    .filter(remember -> remember.wireName().equals(name))
                    .findFirst();
        }
    }
}
