package dev.guildhall.integrations.mcp.protocol;

import java.util.concurrent.Semaphore;

/**
 * Answers the questions of one server that belong to no response, each on a thread of its own, since the caller may take
 * long. A limited number at once: a server may ask without end. A question beyond it gets no answer.
 */
public final class Answering {
    private final Semaphore places = new Semaphore(McpLimits.ANSWERS);

    /** Begins to answer; returns whether there is a place for it. */
    public boolean begin(Runnable answer) {
        if (!places.tryAcquire()) {
            return false;
        }
        Thread.ofVirtual().name("mcp-question").start(() -> {
            try {
                answer.run();
            } finally {
                places.release();
            }
        });
        return true;
    }
}
