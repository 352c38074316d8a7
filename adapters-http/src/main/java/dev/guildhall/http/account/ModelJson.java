package dev.guildhall.http.account;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.completion.ModelCapability;
import dev.guildhall.ports.completion.ModelPrice;
import dev.guildhall.ports.completion.UnitPrice;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.model.Deployment;
import dev.guildhall.ports.model.ManagedModel;
import dev.guildhall.ports.model.ModelDefinition;
import dev.guildhall.ports.model.ModelTest;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The JSON of one model; its keys are never written. */
record ModelJson(
        String name,
        List<DeploymentJson> deployments,
        String choice,
        List<String> fallbacks,
        @Nullable PriceJson prices,
        @Nullable Integer contextTokens,
        @Nullable List<String> groups,
        List<String> capabilities,
        boolean enabled,
        boolean isDefault,
        String source,
        int version) {
    private static final RequestReader<Supplier<Deployment>> DEPLOYMENT = RequestReader.object(ModelJson::deployment);
    private static final RequestReader<Supplier<ModelPrice>> PRICE = RequestReader.object(ModelJson::price);

    static ModelJson of(ManagedModel managed) {
        ModelDefinition model = managed.definition();
        return new ModelJson(
                model.name(),
                model.deployments().stream().map(DeploymentJson::of).toList(),
                model.choice().wireName(),
                model.fallbacks(),
                model.price().map(PriceJson::of).orElse(null),
                model.contextTokens().orElse(null),
                model.groups()
                        .map(groups ->
                                groups.stream().map(GroupId::value).sorted().toList())
                        .orElse(null),
                model.capabilities().stream()
                        .map(ModelCapability::wireName)
                        .sorted()
                        .toList(),
                model.enabled(),
                model.isDefault(),
                managed.source().wireName(),
                managed.version());
    }

    record ListJson(List<ModelJson> models) {
        static ListJson of(List<ManagedModel> models) {
            return new ListJson(models.stream().map(ModelJson::of).toList());
        }
    }

    record TestJson(boolean ok, long ms, @Nullable String error) {
        static TestJson of(ModelTest test) {
            return new TestJson(
                    test.error().isEmpty(), test.took().toMillis(), test.error().orElse(null));
        }
    }

    record DeploymentJson(
            String id,
            String provider,
            @Nullable String baseUrl,
            boolean hasApiKey,
            String model,
            String dialect,
            int weight) {
        static DeploymentJson of(Deployment deployment) {
            return new DeploymentJson(
                    deployment.id(),
                    deployment.provider(),
                    deployment.baseUrl().isEmpty() ? null : deployment.baseUrl(),
                    deployment.apiKey().isPresent(),
                    deployment.model(),
                    deployment.dialect().wireName(),
                    deployment.weight());
        }
    }

    record PriceJson(
            @Nullable BigDecimal input,
            @Nullable BigDecimal cachedInput,
            @Nullable BigDecimal cacheWrite,
            @Nullable BigDecimal output,
            @Nullable BigDecimal reasoning,
            @Nullable BigDecimal request,
            @Nullable BigDecimal audioSecond,
            @Nullable BigDecimal characters) {
        static PriceJson of(ModelPrice price) {
            return new PriceJson(
                    amount(price.input()),
                    amount(price.cachedInput()),
                    Json.amount(price.cacheWrite()),
                    amount(price.output()),
                    amount(price.reasoning()),
                    amount(price.units().request()),
                    amount(price.units().audioSecond()),
                    amount(price.units().characters()));
        }

        private static @Nullable BigDecimal amount(BigDecimal amount) {
            return Json.amount(Optional.of(amount));
        }
    }

    static Deployment deployment(JsonNode node, String path) {
        return RequestReader.below(path, DEPLOYMENT.read(node, path));
    }

    private static Supplier<Deployment> deployment(JsonBody body) {
        Supplier<String> id = body.optional("id", RequestReader.text(), "");
        Supplier<String> provider = body.required("provider", RequestReader.text());
        Supplier<String> baseUrl = body.optional("baseUrl", RequestReader.text(), "");
        Supplier<Optional<String>> apiKey = body.optional("apiKey", RequestReader.text());
        Supplier<String> model = body.required("model", RequestReader.text());
        Supplier<Deployment.Dialect> dialect =
                body.optional("dialect", RequestReader.text(ModelJson::dialect), Deployment.Dialect.CHAT);
        Supplier<Integer> weight = body.optional("weight", RequestReader.integer(1, Deployment.MAX_WEIGHT), 1);
        body.check();
        return () -> new Deployment(
                id.get(), provider.get(), baseUrl.get(), apiKey.get(), model.get(), dialect.get(), weight.get());
    }

    private static Deployment.Dialect dialect(String name) {
        return Deployment.Dialect.fromWire(name)
                .orElseThrow(() -> Refusal.invalid("dialect", "must be chat or responses"));
    }

    static ModelPrice price(JsonNode node, String path) {
        return RequestReader.below(path, PRICE.read(node, path));
    }

    /** Prices are as in the file of prices: those of tokens may be absent where there is another one. */
    private static Supplier<ModelPrice> price(JsonBody body) {
        boolean hasOther = Stream.of("request", "audioSecond", "characters").anyMatch(body::has);
        Supplier<BigDecimal> input = ofTokens(body, "input", hasOther);
        Supplier<BigDecimal> output = ofTokens(body, "output", hasOther);
        Supplier<Optional<BigDecimal>> cachedInput = body.optional("cachedInput", ModelJson::amount);
        Supplier<Optional<BigDecimal>> cacheWrite = body.optional("cacheWrite", ModelJson::amount);
        Supplier<Optional<BigDecimal>> reasoning = body.optional("reasoning", ModelJson::amount);
        Supplier<BigDecimal> request = body.optional("request", ModelJson::amount, BigDecimal.ZERO);
        Supplier<BigDecimal> audioSecond = body.optional("audioSecond", ModelJson::amount, BigDecimal.ZERO);
        Supplier<BigDecimal> characters = body.optional("characters", ModelJson::amount, BigDecimal.ZERO);
        body.check();
        return () -> new ModelPrice(
                input.get(),
                cachedInput.get().orElseGet(input),
                cacheWrite.get(),
                output.get(),
                reasoning.get().orElseGet(output),
                new UnitPrice(request.get(), audioSecond.get(), characters.get()));
    }

    private static Supplier<BigDecimal> ofTokens(JsonBody body, String field, boolean hasOther) {
        return hasOther
                ? body.optional(field, ModelJson::amount, BigDecimal.ZERO)
                : body.required(field, ModelJson::amount);
    }

    private static BigDecimal amount(JsonNode node, String path) {
        if (!node.isNumber() || !Double.isFinite(node.doubleValue())) {
            throw Refusal.invalid(path, "must be a number between 0 and " + ModelPrice.MOST);
        }
        return node.decimalValue();
    }
}
