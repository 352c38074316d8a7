package dev.guildhall.app.config;

import dev.guildhall.wire.http.AwsCredentials;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What Azure and AWS need besides an address and a key.
 *
 * @param apiVersion of Azure OpenAI; absent means its addresses without a version
 * @param region of AWS; absent where an address names it
 * @param credentials of AWS; absent when there are none
 */
public record CloudConfig(Optional<String> apiVersion, Optional<String> region, Optional<AwsCredentials> credentials) {
    private static final Pattern REGIONAL = Pattern.compile("https://bedrock-runtime(?:-fips)?\\.([a-z0-9-]+)\\..*");

    /** The region that the address of a deployment names, else the configured one. */
    public Optional<String> regionOf(String baseUrl) {
        Matcher regional = REGIONAL.matcher(baseUrl);
        return regional.matches() ? Optional.of(regional.group(1)) : region;
    }

    static CloudConfig of(Settings settings, Map<String, String> environment) {
        return new CloudConfig(
                settings.get(SettingKey.LLM_API_VERSION)
                        .or(() -> first(environment, List.of("AZURE_OPENAI_API_VERSION", "OPENAI_API_VERSION"))),
                settings.get(SettingKey.LLM_REGION)
                        .or(() -> first(environment, List.of("AWS_REGION", "AWS_DEFAULT_REGION"))),
                first(environment, List.of("AWS_ACCESS_KEY_ID"))
                        .flatMap(id -> first(environment, List.of("AWS_SECRET_ACCESS_KEY"))
                                .map(secret -> credentials(id, secret, environment))));
    }

    private static AwsCredentials credentials(String id, String secret, Map<String, String> environment) {
        try {
            return new AwsCredentials(id, secret, first(environment, List.of("AWS_SESSION_TOKEN")));
        } catch (IllegalArgumentException bad) {
            throw new BadConfiguration(List.of("AWS_…: " + bad.getMessage()));
        }
    }

    /** The first of these variables that is set. */
    static Optional<String> first(Map<String, String> environment, List<String> names) {
        return names.stream()
                .map(name -> environment.getOrDefault(name, ""))
                .filter(value -> !value.isBlank())
                .findFirst();
    }
}
