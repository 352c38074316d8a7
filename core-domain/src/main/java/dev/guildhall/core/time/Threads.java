package dev.guildhall.core.time;

import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * The virtual threads that a core has started, and the threads of callers that work in it, so that the core can end them. A core
 * whose callers run its work starts none.
 */
public final class Threads implements ThreadFactory {
    private static final Logger LOG = System.getLogger(Threads.class.getName());

    /** How long threads that have waited for code of others get to end. */
    private static final Duration UNWINDING = Duration.ofMillis(200);

    private final Set<Thread> started = ConcurrentHashMap.newKeySet();
    private final Map<Thread, CallerWork> callers = new ConcurrentHashMap<>();
    /** The threads that run code of others, and nothing of the core. */
    private final Map<Thread, FutureTask<?>> separate = new ConcurrentHashMap<>();

    private final boolean callersRun;
    /** What waits for {@link #runDue}. */
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();

    private final ReentrantLock running = new ReentrantLock();
    private volatile BooleanSupplier due = () -> false;
    private volatile boolean isClosed;
    private volatile boolean isEnding;

    /** The threads of a core that starts its own. */
    public Threads() {
        this(false);
    }

    /** The threads of a core. */
    public Threads(boolean callersRun) {
        this.callersRun = callersRun;
    }

    /** Whether callers run all work: the core starts no threads, and no time limit ends a call. */
    public boolean callersRun() {
        return callersRun;
    }

    /** Work in progress. */
    public interface Work extends AutoCloseable {
        @Override
        void close();
    }

    /** The work of a caller's thread, together with the work that it begins inside of it. */
    private final class CallerWork implements Work {
        private final Thread thread = Thread.currentThread();
        private final CountDownLatch done = new CountDownLatch(1);
        private int depth;
        private boolean isInterrupted;

        synchronized void begin() {
            depth++;
        }

        synchronized void interrupt() {
            if (depth > 0) {
                isInterrupted = true;
                thread.interrupt();
            }
        }

        /** The interrupt does not reach what the thread does after its work. */
        @Override
        public synchronized void close() {
            depth--;
            if (depth == 0) {
                callers.remove(thread);
                done.countDown();
                if (isInterrupted) {
                    Thread.interrupted();
                }
            }
        }
    }

    /**
     * The current thread begins work in the core, which interrupts it when it closes. Threads of the core go on until
     * their own end.
     *
     * @throws Refusal with {@code CommonProblem.Unavailable} when the core has been closed
     */
    public Work begin() {
        if (isEnding
                || (isClosed
                        && !started.contains(Thread.currentThread())
                        && !separate.containsKey(Thread.currentThread()))) {
            throw new Refusal(new CommonProblem.Unavailable("core", "is closed"));
        }
        if (started.contains(Thread.currentThread()) || separate.containsKey(Thread.currentThread())) {
            return () -> {};
        }
        CallerWork work = callers.computeIfAbsent(Thread.currentThread(), ignored -> new CallerWork());
        work.begin();
        if (isClosed) {
            work.interrupt();
        }
        return work;
    }

    /** An executor with a thread for each piece of work; where callers run all work, it runs at once on the caller's thread. */
    public ExecutorService executor() {
        return callersRun ? new CallerRunsExecutor() : Executors.newThreadPerTaskExecutor(this);
    }

    /** Runs work on a thread of its own; where callers run all work, the next {@link #runWaiting} runs it. */
    public void run(String name, Runnable work) {
        if (callersRun) {
            waiting.add(work);
        } else {
            start(name, work);
        }
    }

    /** Runs what waits for a thread, and returns whether there was any. */
    public boolean runWaiting() {
        boolean any = false;
        for (Runnable work = waiting.poll(); work != null; work = waiting.poll()) {
            work.run();
            any = true;
        }
        return any;
    }

    /** What {@link #runDue} repeats while it returns true. */
    public void onDue(BooleanSupplier work) {
        due = work;
    }

    /**
     * Where callers run all work, runs what is due until nothing is; otherwise does nothing. One thread does it at a time:
     * has no effect while another one does.
     */
    public void runDue() {
        if (callersRun && running.tryLock()) {
            try {
                boolean more = true;
                while (more) {
                    more = due.getAsBoolean();
                }
            } finally {
                running.unlock();
            }
        }
    }

    /** Starts a thread; the log names it when it ignores its interrupt. */
    public Thread start(String name, Runnable work) {
        Thread thread = newThread(work);
        thread.setName(name);
        thread.start();
        return thread;
    }

    @Override
    public Thread newThread(Runnable work) {
        Thread thread = Thread.ofVirtual().unstarted(() -> {
            try {
                if (isEnding) {
                    Thread.currentThread().interrupt();
                }
                work.run();
            } finally {
                started.remove(Thread.currentThread());
            }
        });
        started.add(thread);
        return thread;
    }

    /**
     * Runs code of others, such as a handler, on a thread of its own and waits for its end; an interrupt of the calling
     * thread interrupts that thread too. The stack of that thread holds nothing of the core: when the core ends and the code
     * ignores its interrupt, this method returns, and the garbage collector takes the core.
     *
     * @throws InterruptedException when the code throws it, or when the core does not wait for the code any longer
     */
    public <T> T separately(Callable<T> code) throws InterruptedException {
        FutureTask<T> call = new FutureTask<>(code);
        if (callersRun) {
            call.run();
            return await(Thread.currentThread(), call);
        }
        Thread thread =
                Thread.ofVirtual().name(Thread.currentThread().getName()).unstarted(call);
        separate.put(thread, call);
        try {
            thread.start();
            if (isEnding) {
                thread.interrupt();
            }
            return await(thread, call);
        } finally {
            separate.remove(thread);
        }
    }

    private static <T> T await(Thread thread, FutureTask<T> call) throws InterruptedException {
        boolean isInterrupted = false;
        while (true) {
            try {
                return call.get();
            } catch (InterruptedException stopped) {
                isInterrupted = true;
                thread.interrupt();
            } catch (CancellationException ended) {
                throw new InterruptedException();
            } catch (ExecutionException failed) {
                if (isInterrupted) {
                    Thread.currentThread().interrupt();
                }
                throw thrown(Optional.ofNullable(failed.getCause()).orElse(failed));
            }
        }
    }

    private static IllegalStateException thrown(Throwable cause) throws InterruptedException {
        return switch (cause) {
            case InterruptedException stopped -> throw stopped;
            case RuntimeException bug -> throw bug;
            case Error error -> throw error;
            default -> new IllegalStateException(cause);
        };
    }

    /** Whether the current thread works in the core, which then cannot wait for its end. */
    public boolean hasCurrent() {
        return started.contains(Thread.currentThread())
                || separate.containsKey(Thread.currentThread())
                || callers.containsKey(Thread.currentThread());
    }

    /** Refuses new work of callers, and interrupts what they have begun. */
    public void refuse() {
        isClosed = true;
        callers.values().forEach(CallerWork::interrupt);
    }

    /** Waits for the end of all work of callers. */
    public void awaitCallers(Deadline deadline) throws InterruptedException {
        for (CallerWork work : callers.values()) {
            if (!work.done.await(deadline.nanosLeft(), TimeUnit.NANOSECONDS)) {
                LOG.log(Level.WARNING, "the thread {0} does not end its call of the core", work.thread);
            }
        }
    }

    /** Interrupts the threads that are left, and waits for their end. */
    public void end(Deadline deadline) throws InterruptedException {
        isEnding = true;
        started.forEach(Thread::interrupt);
        separate.keySet().forEach(Thread::interrupt);
        for (Map.Entry<Thread, FutureTask<?>> call : separate.entrySet()) {
            if (!ends(call.getKey(), deadline)) {
                call.getValue().cancel(false);
            }
        }
        Deadline last = deadline.atLeast(UNWINDING);
        for (Thread thread : started) {
            ends(thread, last);
        }
        due = () -> false;
    }

    private static boolean ends(Thread thread, Deadline deadline) throws InterruptedException {
        boolean ends = deadline.join(thread);
        if (!ends) {
            LOG.log(Level.WARNING, "the thread {0} ignores its interrupt and outlives the core", thread.getName());
        }
        return ends;
    }
}
