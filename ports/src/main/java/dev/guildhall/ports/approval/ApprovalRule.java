package dev.guildhall.ports.approval;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What happens with a call of a tool (approvals-2). */
public enum ApprovalRule {
    /** It is made. */
    ALLOW,
    /** It waits for its user where the request says so, else it is made. */
    ASK,
    /** It is never made. */
    DENY;

    /** The name in JSON: {@code allow}, {@code ask}, {@code deny}. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The rule of that name in JSON; empty when there is none. */
    public static Optional<ApprovalRule> fromWire(String name) {
        return Arrays.stream(values())
                .filter(rule -> rule.wireName().equals(name))
                .findFirst();
    }
}
