package dev.guildhall.http.logs;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import dev.guildhall.wire.secrets.Secrets;
import java.util.List;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/**
 * Fails every test class during which a secret was logged, or a line was broken. JUnit loads it from its service file,
 * so that it applies to every test.
 */
public final class LogWatchExtension implements BeforeAllCallback, AfterAllCallback {
    static final LogWatch WATCH = attached();

    private static LogWatch attached() {
        LogWatch watch = new LogWatch(Secrets.OF_THIS_RUN);
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        watch.setContext(context);
        watch.start();
        context.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(watch);
        return watch;
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        if (!WATCH.isStarted()) {
            throw new IllegalStateException("no watch of the log is installed");
        }
    }

    @Override
    public void afterAll(ExtensionContext context) {
        List<String> faults = WATCH.faults();
        if (!faults.isEmpty()) {
            throw new AssertionError("until the end of " + context.getDisplayName() + ": " + String.join("; ", faults));
        }
    }
}
