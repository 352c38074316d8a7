package dev.guildhall.app.config;

import dev.guildhall.core.config.FactExtraction;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The agent's settings.
 *
 * @param contextTokens the context size, in tokens, of models that are not listed below; absent means not configured
 * @param contextTokensByModel the context size, in tokens, by the model's name
 * @param facts extracts durable facts from the messages of users
 * @param approval how long a call waits for its user; 0 for no bound
 */
public record AgentConfig(
        Optional<Integer> contextTokens,
        Map<String, Integer> contextTokensByModel,
        FactExtraction facts,
        Duration approval) {
    public AgentConfig {
        contextTokensByModel = Map.copyOf(contextTokensByModel);
    }

    static AgentConfig of(Settings settings) {
        Map<String, Integer> tokens = settings.require(SettingKey.AGENT_CONTEXT_TOKENS);
        return new AgentConfig(
                Optional.ofNullable(tokens.get(ContextPlan.ANY)),
                tokens.entrySet().stream()
                        .filter(entry -> !entry.getKey().equals(ContextPlan.ANY))
                        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)),
                settings.require(SettingKey.MEMORY_EXTRACTION),
                settings.require(SettingKey.APPROVAL_HOURS));
    }
}
