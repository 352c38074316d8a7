package dev.guildhall.wire.http;

import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Makes waits for a socket interruptible on every thread. A virtual thread is interruptible, and does the work itself. A
 * platform thread is not: it starts a virtual thread, which does the work, passes each chunk to it, and waits until the
 * sink has taken the chunk. For one call.
 *
 * @param <T> the result of the work
 */
public final class InterruptibleIo<T> {
    /** At most one chunk waits to be taken, so that there is always room for the result. */
    private static final int CAPACITY = 2;

    private final BlockingQueue<Event<T>> events = new ArrayBlockingQueue<>(CAPACITY);
    private final BlockingQueue<Boolean> taken = new ArrayBlockingQueue<>(1);

    private sealed interface Event<T> {
        record Passed<T>(Chunk chunk) implements Event<T> {}

        record Settle<T>() implements Event<T> {}

        record Returned<T>(T result) implements Event<T> {}

        record Thrown<T>(Throwable cause) implements Event<T> {}
    }

    private InterruptibleIo() {}

    /** Does the work; the sink runs on the calling thread. */
    public static <T> T call(Function<ChunkSink, T> work, ChunkSink sink) {
        return Thread.currentThread().isVirtual() ? work.apply(sink) : new InterruptibleIo<T>().run(work, sink);
    }

    /** Does work that has no chunks. */
    public static <T> T call(Supplier<T> work) {
        return call(_ -> work.get(), _ -> {});
    }

    private T run(Function<ChunkSink, T> work, ChunkSink sink) {
        Thread worker =
                Thread.ofVirtual().name("provider-call").start(() -> work(work, new Receiver(sink.wantsWhole())));
        try {
            while (true) {
                switch (events.take()) {
                    case Event.Passed<T> passed -> {
                        sink.accept(passed.chunk());
                        taken.add(true);
                    }
                    case Event.Settle<T> ignored -> {
                        sink.settle();
                        taken.add(true);
                    }
                    case Event.Returned<T> returned -> {
                        return returned.result();
                    }
                    case Event.Thrown<T> thrown -> throw unchecked(thrown.cause());
                }
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        } finally {
            worker.interrupt();
        }
    }

    private void work(Function<ChunkSink, T> work, ChunkSink taker) {
        try {
            events.add(new Event.Returned<>(work.apply(taker)));
        } catch (RuntimeException | Error thrown) {
            events.add(new Event.Thrown<>(thrown));
        }
    }

    private final class Receiver implements ChunkSink {
        private final boolean whole;

        Receiver(boolean whole) {
            this.whole = whole;
        }

        @Override
        public boolean wantsWhole() {
            return whole;
        }

        @Override
        public void accept(Chunk chunk) {
            pass(new Event.Passed<>(chunk));
        }

        @Override
        public void settle() {
            pass(new Event.Settle<>());
        }
    }

    private void pass(Event<T> event) {
        try {
            events.add(event);
            taken.take();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        }
    }

    private static RuntimeException unchecked(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        return (RuntimeException) thrown;
    }
}
