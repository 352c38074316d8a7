package dev.guildhall.core.time;

import java.time.Instant;

/** Background work that runs on a thread of its own, until that is interrupted, or in steps on the thread of a caller. */
public interface DueWork extends Runnable {
    /** Does what is due, and returns whether that may have made more work due. */
    boolean runDue(Instant now);
}
