package dev.guildhall.app;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Ends the process in order: closes the application before the JVM's shutdown begins. Shutdown hooks run concurrently,
 * and the hook of the embedding model's library frees memory that a running embedding still uses, which would crash the
 * process.
 */
final class ProcessExit {
    private static final Logger LOG = System.getLogger(ProcessExit.class.getName());
    private static final AtomicReference<Optional<Application>> RUNNING = new AtomicReference<>(Optional.empty());

    /** The signals of terminals, service managers and shells, with their numbers, which determine the exit status. */
    private static final Map<String, Integer> SIGNALS = Map.of("HUP", 1, "INT", 2, "TERM", 15);

    private ProcessExit() {}

    /** Closes this application when the process is asked to end. */
    static void closes(Application application) {
        RUNNING.set(Optional.of(application));
        SIGNALS.forEach((name, number) -> handle(name, () -> exit("SIG" + name, 128 + number)));
    }

    /**
     * Never returns. A second call waits until the first has closed the application.
     *
     * @param reason why the process ends, for the log
     */
    static synchronized void exit(String reason, int status) {
        RUNNING.getAndSet(Optional.empty()).ifPresent(application -> {
            LOG.log(Level.INFO, "the server is stopping: {0}", reason);
            application.close();
            LOG.log(Level.INFO, "the server has stopped");
        });
        System.exit(status);
    }

    /**
     * Handles a signal. The JDK offers only {@code sun.misc.Signal}, and the compiler warns of its direct use. A signal
     * that the process ignores from its start, for example because of nohup, stays ignored.
     */
    private static void handle(String name, Runnable action) {
        try {
            Class<?> type = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object signal = type.getConstructor(String.class).newInstance(name);
            Object ours =
                    Proxy.newProxyInstance(ProcessExit.class.getClassLoader(), new Class<?>[] {handler}, (_, _, _) -> {
                        action.run();
                        return null;
                    });
            Object before = type.getMethod("handle", type, handler).invoke(null, signal, ours);
            if (handler.getField("SIG_IGN").get(null).equals(before)) {
                type.getMethod("handle", type, handler).invoke(null, signal, before);
            }
        } catch (ReflectiveOperationException | IllegalArgumentException unavailable) {
            LOG.log(Level.WARNING, "SIG" + name + " ends the process without closing it in order", unavailable);
        }
    }
}
