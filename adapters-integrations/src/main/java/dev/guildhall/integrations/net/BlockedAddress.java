package dev.guildhall.integrations.net;

import java.net.UnknownHostException;
import java.util.Arrays;

/** A connection that is not allowed. The message names no address. */
final class BlockedAddress extends UnknownHostException {
    private static final long serialVersionUID = 1L;
    private static final int MAX_DEPTH = 10;

    BlockedAddress() {
        super("the address is not allowed");
    }

    /** Whether a failure was caused by one; OkHttp chains the failures of several addresses. */
    static boolean isBehind(Throwable failure) {
        return isBehind(failure, 0);
    }

    private static boolean isBehind(Throwable failure, int depth) {
        if (failure instanceof BlockedAddress) {
            return true;
        }
        Throwable cause = failure.getCause();
        return depth < MAX_DEPTH
                && ((cause != null && isBehind(cause, depth + 1))
                        || Arrays.stream(failure.getSuppressed()).anyMatch(other -> isBehind(other, depth + 1)));
    }
}
