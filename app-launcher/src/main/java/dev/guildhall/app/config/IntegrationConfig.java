package dev.guildhall.app.config;

import java.nio.file.Path;
import java.util.Map;

/**
 * Integrations that manifests declare.
 *
 * @param directory the directory of manifests; need not exist
 * @param variables the values for references in manifests; may contain secrets
 */
public record IntegrationConfig(Path directory, Map<String, String> variables) {
    private static final String BELOW_DATA = "integrations";

    public IntegrationConfig {
        variables = Map.copyOf(variables);
    }

    static IntegrationConfig of(Settings settings, Path dataDir, Map<String, String> environment) {
        Path directory = settings.get(SettingKey.INTEGRATIONS_DIR).orElseGet(() -> dataDir.resolve(BELOW_DATA));
        return new IntegrationConfig(directory, IntegrationKeys.variables(settings, environment));
    }

    @Override
    public String toString() {
        return "IntegrationConfig[" + directory + "]";
    }
}
