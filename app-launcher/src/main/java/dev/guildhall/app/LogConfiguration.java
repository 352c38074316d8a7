package dev.guildhall.app;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.util.Map;

/**
 * Configures Logback, which finds the class by its service file. Reading an XML file takes 60 ms more of each start. The
 * system property {@code guildhall.log.level} is the level of Guildhall's own loggers; INFO by default.
 */
@ConfiguratorRank(ConfiguratorRank.CUSTOM_TOP_PRIORITY)
public final class LogConfiguration extends ContextAwareBase implements Configurator {
    static final String PATTERN = "%d{yyyy-MM-dd'T'HH:mm:ss.SSS'Z',UTC} %-5level %logger{0} %msg%n";

    private static final Map<String, Level> LIBRARIES = Map.of(
            // What these say at a failing start is said again, in one line, by the launcher.
            "org.flywaydb", Level.ERROR,
            "com.zaxxer.hikari", Level.ERROR,
            "io.javalin", Level.OFF,
            // These quote from the documents that they read, and warn of every flaw in one.
            "org.apache.pdfbox", Level.OFF,
            "org.apache.fontbox", Level.OFF,
            // This quotes from the schemas and values that strangers send, line ends and all.
            "com.networknt", Level.OFF);

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern(PATTERN);
        encoder.start();
        ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
        console.setContext(context);
        console.setName("console");
        console.setEncoder(encoder);
        console.start();
        Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.WARN);
        root.addAppender(console);
        LIBRARIES.forEach((name, level) -> context.getLogger(name).setLevel(level));
        context.getLogger("dev.guildhall")
                .setLevel(Level.toLevel(System.getProperty("guildhall.log.level"), Level.INFO));
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }
}
