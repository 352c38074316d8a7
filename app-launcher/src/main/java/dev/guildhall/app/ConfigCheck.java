package dev.guildhall.app;

import dev.guildhall.app.config.BadConfiguration;
import dev.guildhall.app.config.Config;
import dev.guildhall.app.config.Settings;
import dev.guildhall.core.Parts;
import dev.guildhall.persistence.config.DatabaseStartException;
import dev.guildhall.persistence.config.DatabaseUrl;
import dev.guildhall.persistence.secret.SecretKeyFile;
import dev.guildhall.ports.telemetry.McpMeter;
import dev.guildhall.ports.tool.ToolEndpoint;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The settings, and the faults that would stop a start: in the settings, in the files that they name, and in the rights
 * of the data directory. Nothing is started, opened or created.
 *
 * @param table the settings with their origins
 * @param faults one line each
 */
record ConfigCheck(String table, List<String> faults) {
    static ConfigCheck of(Map<String, String> environment, Path directory) {
        Settings.Parsed parsed = Settings.parse(environment, directory);
        List<String> faults = new ArrayList<>(parsed.faults());
        faults.addAll(Config.faults(parsed.settings(), environment));
        if (faults.isEmpty()) {
            Config config = Config.of(parsed.settings(), environment);
            checks(config).flatMap(ConfigCheck::faults).forEach(faults::add);
        }
        return new ConfigCheck(parsed.settings().table(), faults);
    }

    private static Stream<Runnable> checks(Config config) {
        Parts parts = new Parts();
        return Stream.of(
                () -> {
                    if (config.database() instanceof Config.Database.External(String url)) {
                        DatabaseUrl.parse(url);
                    }
                },
                () -> DataDirectory.check(config.dataDir()),
                () -> SecretKeyFile.check(config.secretKey(), config.dataDir()),
                () -> new LanguageModels(config.llm(), parts.ticker()).primary(),
                () -> new LanguageModels(config.llm(), parts.ticker()).fallbacks(),
                () -> EmbeddingModel.of(config),
                () -> requireManifests(config, parts));
    }

    /** An invalid manifest does not stop the start, but is a fault of the configuration. */
    private static void requireManifests(Config config, Parts parts) {
        try (OutsideSystems outside = OutsideSystems.open(config, parts, McpMeter.none())) {
            String faults = outside.endpoints().all().stream()
                    .map(ToolEndpoint::integration)
                    .filter(integration -> !integration.lacksClient())
                    .flatMap(integration -> integration.fault().stream())
                    .collect(Collectors.joining(System.lineSeparator()));
            if (!faults.isEmpty()) {
                throw new StartFailure(faults);
            }
        }
    }

    private static Stream<String> faults(Runnable check) {
        try {
            check.run();
            return Stream.empty();
        } catch (BadConfiguration | StartFailure | DatabaseStartException fault) {
            return String.valueOf(fault.getMessage()).lines();
        }
    }
}
