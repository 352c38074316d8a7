package dev.guildhall.app;

import dev.guildhall.app.config.Config;
import dev.guildhall.app.config.Settings;
import dev.guildhall.http.Service;
import dev.guildhall.wire.secrets.Secrets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A server in this JVM, with the classes that {@link Main} starts it with. It starts in a fraction of the time of a
 * {@link ServerProcess}, which is for tests of how a process starts, ends, and prints. What it prints and logs must
 * contain no secret.
 */
final class InProcessServer implements RunningServer {
    private final Path folder;
    private final CapturedLog log;
    private final String printed;
    private final Application application;

    private InProcessServer(Path folder, CapturedLog log, String table, Application application) {
        this.folder = folder;
        this.log = log;
        this.printed = table + Banner.of(application, 0);
        this.application = application;
    }

    /** Starts a server; its data directory is in the folder, unless the settings name another. */
    static InProcessServer start(Path folder, Map<String, String> settings) {
        Map<String, String> environment = new HashMap<>(settings);
        environment.putIfAbsent("GUILDHALL_DATA_DIR", folder.resolve("data").toString());
        ServerSecrets.learn(Secrets.OF_THIS_RUN, environment);
        CapturedLog log = new CapturedLog();
        try {
            Settings read = Settings.read(environment, folder);
            return new InProcessServer(folder, log, read.table(), Application.start(Config.of(read, environment)));
        } catch (RuntimeException refused) {
            log.close();
            throw refused;
        }
    }

    @Override
    public String address(String service) {
        return Stream.of(Service.values())
                .filter(one -> one.wireName().equals(service))
                .map(application.addresses()::of)
                .findFirst()
                .orElseThrow();
    }

    @Override
    public String root() {
        return application.addresses().publicUrl();
    }

    /** What it has logged so far. */
    String logged() {
        return log.text();
    }

    @Override
    public void close() {
        try {
            application.close();
        } finally {
            log.close();
        }
        ServerSecrets.requireNone(printed + System.lineSeparator() + log.text(), folder);
    }
}
