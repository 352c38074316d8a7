package dev.guildhall.persistence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.persistence.config.DatabaseUrl;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What a database leaves when it has closed. */
class ClosedDatabaseIT {
    /** The drivers that the JVM finds on the class path it registers itself, once. */
    @Test
    void a_class_loader_that_opened_a_database_has_neither_a_driver_nor_a_thread_afterwards() throws Exception {
        DatabaseUrl url = TestPostgres.newDatabase("closed");
        String address = "postgresql://" + url.user() + ":" + url.password() + "@" + url.address();
        assertThat(DriverManager.drivers()).isNotEmpty();
        Set<Thread> before = Thread.getAllStackTraces().keySet();

        try (URLClassLoader loader = new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader())) {
            Object drivers = loader.loadClass(OpenedDatabase.class.getName())
                    .getMethod("drivers", String.class)
                    .invoke(null, address);

            assertThat(drivers).isEqualTo(List.of());
            assertThat(remaining(before)).isEmpty();
        }
    }

    private static URL[] classPath() {
        String paths = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return Arrays.stream(paths.split(File.pathSeparator))
                .map(path -> Path.of(path).toUri())
                .map(ClosedDatabaseIT::url)
                .toArray(URL[]::new);
    }

    private static URL url(URI address) {
        try {
            return address.toURL();
        } catch (MalformedURLException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** The JVM owns the threads of the pools in which the driver and the virtual threads run. */
    private static Set<String> remaining(Set<Thread> before) throws InterruptedException {
        Set<Thread> started = new HashSet<>(Thread.getAllStackTraces().keySet());
        started.removeAll(before);
        started.removeIf(thread -> thread.getThreadGroup() == null
                || thread instanceof ForkJoinWorkerThread
                || thread.getThreadGroup().getName().equals("InnocuousThreadGroup")
                || thread.getName().startsWith("VirtualThread"));
        for (Thread thread : started) {
            thread.join(TimeUnit.SECONDS.toMillis(5));
        }
        return started.stream().filter(Thread::isAlive).map(Thread::getName).collect(Collectors.toSet());
    }
}
