package dev.guildhall.app.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Keys that manifests of integrations refer to, for example {@code GUILDHALL_INTEGRATION_<NAME>_CLIENT_ID}. The
 * manifests determine the names, so every name is accepted here.
 */
final class IntegrationKeys {
    private static final Pattern FORM = Pattern.compile(
            "GUILDHALL_INTEGRATION_[A-Z0-9][A-Z0-9_]*?_(CLIENT_ID|URL|CLIENT_SECRET|API_KEY|TOKEN|PASSWORD)");
    private static final List<String> SHOWN = List.of("CLIENT_ID", "URL");

    private IntegrationKeys() {}

    /** The key of that name; empty when it is not one of these. */
    static Optional<SettingKey<?>> find(String name) {
        return of(name).map(key -> key);
    }

    private static Optional<SettingKey<String>> of(String name) {
        Matcher matcher = FORM.matcher(name);
        return matcher.matches()
                ? Optional.of(new SettingKey<>(name, type(matcher.group(1)), Optional.empty()))
                : Optional.empty();
    }

    private static SettingType<String> type(String part) {
        if (!SHOWN.contains(part)) {
            return SettingType.SECRET;
        }
        return part.equals("URL") ? SettingType.URL : SettingType.TEXT;
    }

    /** The values for references in manifests: the environment, and the settings in the file. */
    static Map<String, String> variables(Settings settings, Map<String, String> environment) {
        Map<String, String> variables = new LinkedHashMap<>(environment);
        settings.names().stream()
                .flatMap(name -> of(name).stream())
                .forEach(key -> settings.get(key).ifPresent(value -> variables.put(key.name(), value)));
        return variables;
    }
}
