package dev.guildhall.core.telemetry;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** Logs what the code of others has thrown: also an exception whose message or stack trace cannot be read. */
public final class FailureLog {
    private final Logger log;

    public FailureLog(Class<?> source) {
        this.log = System.getLogger(source.getName());
    }

    /** Logs that something failed, with the cause. */
    public void failed(String what, Throwable cause) {
        try {
            log.log(Level.ERROR, what + " failed", cause);
        } catch (RuntimeException | Error unreadable) {
            log.log(Level.ERROR, "{0} failed: {1}", what, cause.getClass().getName());
        }
    }
}
