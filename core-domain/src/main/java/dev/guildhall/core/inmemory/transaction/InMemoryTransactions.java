package dev.guildhall.core.inmemory.transaction;

import dev.guildhall.ports.Transactions;
import dev.guildhall.ports.UserId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Transactions for the in-memory stores: one at a time under one lock, with a log of how to undo each write. Thread-safe.
 */
public final class InMemoryTransactions implements Transactions {
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Consumer<UserId>> erasers = new ArrayList<>();
    private final Deque<Runnable> undo = new ArrayDeque<>();
    private final List<Runnable> afterwards = new ArrayList<>();
    private boolean open;

    @Override
    public <T> T inTransaction(Supplier<T> work) {
        List<Runnable> told = List.of();
        T result;
        lock.lock();
        try {
            if (open) {
                return work.get();
            }
            result = outermost(work);
            told = List.copyOf(afterwards);
        } finally {
            if (!open) {
                afterwards.clear();
            }
            lock.unlock();
        }
        told.forEach(Runnable::run);
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

    /** Runs one operation of a store, alone or as a part of the open transaction. */
    public <T> T guarded(Supplier<T> operation) {
        return inTransaction(operation);
    }

    /** Refuses to be called outside a transaction. */
    public void requireOpen() {
        if (!isOpen()) {
            throw new IllegalStateException("there is no transaction");
        }
    }

    /** Whether the calling thread is in a transaction. */
    public boolean isOpen() {
        return lock.isHeldByCurrentThread() && open;
    }

    /** Tells what to forget when a user is erased. */
    public void onErase(Consumer<UserId> eraser) {
        erasers.add(eraser);
    }

    /** Makes every store forget a user; a part of the open transaction. */
    public void erase(UserId userId) {
        erasers.forEach(eraser -> eraser.accept(userId));
    }

    /** Tells what to do when the open transaction has been kept; nothing is done when it is undone. */
    public void onKept(Runnable step) {
        afterwards.add(step);
    }

    /** Tells how to undo a write of the running operation. */
    public void onUndo(Runnable step) {
        undo.push(step);
    }
}
