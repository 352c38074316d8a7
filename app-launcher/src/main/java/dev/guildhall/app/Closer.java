package dev.guildhall.app;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Deque;

/** Closes what was opened in reverse order; a failure does not prevent the others from closing. */
final class Closer implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Closer.class.getName());

    private final Deque<AutoCloseable> open = new ArrayDeque<>();

    synchronized <T extends AutoCloseable> T keep(T opened) {
        open.push(opened);
        return opened;
    }

    @Override
    public synchronized void close() {
        while (!open.isEmpty()) {
            AutoCloseable last = open.pop();
            try {
                last.close();
            } catch (Exception failure) {
                LOG.log(Level.WARNING, "something did not close in good order", failure);
            }
        }
    }
}
