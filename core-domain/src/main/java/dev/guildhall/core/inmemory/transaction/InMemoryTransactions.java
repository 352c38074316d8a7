package dev.guildhall.core.inmemory.transaction;

import dev.guildhall.ports.Transactions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** Transactions of the in-memory stores: one at a time under one lock, with a log to undo each write. */
public final class InMemoryTransactions implements Transactions {
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Runnable> undo = new ArrayDeque<>();
    private final List<Runnable> afterwards = new ArrayList<>();
    private boolean open;

    @Override
    public <T> T inTransaction(Supplier<T> work) {
        List<Runnable> committed = List.of();
        T result;
        lock.lock();
        try {
            if (open) {
                return work.get();
            }
            result = outermost(work);
            committed = List.copyOf(afterwards);
        } finally {
            if (!open) {
                afterwards.clear();
            }
            lock.unlock();
        }
        committed.forEach(Runnable::run);
        return result;
    }

    private <T> T outermost(Supplier<T> work) {
        open = true;
        boolean done = false;
        try {
            T result = work.get();
            done = true;
            return result;
        } finally {
            if (!done) {
                while (!undo.isEmpty()) {
                    undo.pop().run();
                }
            }
            undo.clear();
            open = false;
        }
    }

    /** Runs one operation of a store, alone or as part of the open transaction. */
    public <T> T guarded(Supplier<T> operation) {
        return inTransaction(operation);
    }

    public void requireOpen() {
        if (!isOpen()) {
            throw new IllegalStateException("there is no transaction");
        }
    }

    public boolean isOpen() {
        return lock.isHeldByCurrentThread() && open;
    }

    /** Registers work for after the commit of the open transaction; it does not run after a rollback. */
    public void onKept(Runnable step) {
        afterwards.add(step);
    }

    /** Registers how to undo a write of the running operation. */
    public void onUndo(Runnable step) {
        undo.push(step);
    }
}
