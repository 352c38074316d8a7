package dev.guildhall.core.model;

import dev.guildhall.core.completion.MediaHosts;
import dev.guildhall.core.json.JsonText;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.completion.ModelCapability;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.model.Deployment;
import dev.guildhall.ports.model.ModelDefinition;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What the audit trail says about a model: never a key. */
final class ModelText {
    private static final int MOST = 4_000;

    private ModelText() {}

    /**
     * The model as JSON, without keys.
     *
     * @param before the model before the change; says which keys are new
     */
    static String of(ModelDefinition model, Optional<ModelDefinition> before) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put(
                "deployments",
                model.deployments().stream()
                        .map(deployment -> fields(deployment, before))
                        .toList());
        fields.put("choice", model.choice().wireName());
        fields.put("fallbacks", model.fallbacks());
        model.price()
                .ifPresent(price -> fields.put(
                        "prices",
                        Map.of(
                                "input", price.input(),
                                "cachedInput", price.cachedInput(),
                                "output", price.output(),
                                "reasoning", price.reasoning())));
        model.contextTokens().ifPresent(tokens -> fields.put("contextTokens", tokens));
        model.groups()
                .ifPresent(groups -> fields.put(
                        "groups", groups.stream().map(GroupId::value).sorted().toList()));
        fields.put(
                "capabilities",
                model.capabilities().stream()
                        .map(ModelCapability::wireName)
                        .sorted()
                        .toList());
        fields.put("enabled", model.enabled());
        fields.put("isDefault", model.isDefault());
        return Text.beginning(JsonText.of(fields), MOST);
    }

    private static Map<String, Object> fields(Deployment deployment, Optional<ModelDefinition> before) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("id", deployment.id());
        fields.put("provider", deployment.provider());
        fields.put("baseUrl", deployment.baseUrl());
        fields.put("apiKey", key(deployment, before));
        fields.put("model", deployment.model());
        fields.put("dialect", deployment.dialect().wireName());
        fields.put("weight", deployment.weight());
        return fields;
    }

    private static String key(Deployment deployment, Optional<ModelDefinition> before) {
        if (deployment.apiKey().isEmpty()) {
            return "none";
        }
        Optional<Deployment> known = before.flatMap(model -> model.deployments().stream()
                .filter(one -> one.id().equals(deployment.id()))
                .findFirst());
        boolean isNew = known.isPresent() && !known.get().apiKey().equals(deployment.apiKey());
        return isNew ? "replaced" : "set";
    }

    /** The hosts of deployments that are inside of the network, without resolving their names; empty when there are none. */
    static Optional<String> insideHosts(ModelDefinition model) {
        List<String> hosts = model.deployments().stream()
                .filter(deployment -> !deployment.baseUrl().isEmpty())
                .map(deployment -> URI.create(deployment.baseUrl()).getHost())
                .filter(host -> host != null && !MediaHosts.isOutside(host))
                .distinct()
                .toList();
        return hosts.isEmpty()
                ? Optional.empty()
                : Optional.of(Text.beginning(hosts.stream().collect(Collectors.joining(",")), MOST));
    }
}
