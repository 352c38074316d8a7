package dev.guildhall.app;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.slf4j.LoggerFactory;

/** The full log of this JVM, in the layout of a server's, from the creation of this object until it is closed. */
final class CapturedLog implements AutoCloseable {
    private final LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    private final Logger own = context.getLogger("dev.guildhall");
    private final Level before = own.getLevel();
    private final OutputStreamAppender<ILoggingEvent> appender = new OutputStreamAppender<>();
    private final ByteArrayOutputStream text = new ByteArrayOutputStream();

    CapturedLog() {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern(LogConfiguration.PATTERN);
        encoder.start();
        appender.setContext(context);
        appender.setEncoder(encoder);
        appender.setOutputStream(text);
        appender.start();
        context.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(appender);
        own.setLevel(Level.TRACE);
    }

    String text() {
        return text.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        own.setLevel(before);
        context.getLogger(Logger.ROOT_LOGGER_NAME).detachAppender(appender);
        appender.stop();
    }
}
