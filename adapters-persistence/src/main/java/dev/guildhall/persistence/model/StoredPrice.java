package dev.guildhall.persistence.model;

import dev.guildhall.persistence.db.StoredJson;
import dev.guildhall.ports.completion.ModelPrice;
import dev.guildhall.ports.completion.UnitPrice;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The JSON of prices, with the names of the file of prices. */
final class StoredPrice {
    private StoredPrice() {}

    static String write(ModelPrice price) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("input", price.input());
        fields.put("cachedInput", price.cachedInput());
        price.cacheWrite().ifPresent(cacheWrite -> fields.put("cacheWrite", cacheWrite));
        fields.put("output", price.output());
        fields.put("reasoning", price.reasoning());
        fields.put("request", price.units().request());
        fields.put("audioSecond", price.units().audioSecond());
        fields.put("characters", price.units().characters());
        return StoredJson.write(fields);
    }

    static ModelPrice read(String json) {
        Map<String, Object> fields = StoredJson.readObject(json);
        BigDecimal input = number(fields, "input").orElse(BigDecimal.ZERO);
        BigDecimal output = number(fields, "output").orElse(BigDecimal.ZERO);
        return new ModelPrice(
                input,
                number(fields, "cachedInput").orElse(input),
                number(fields, "cacheWrite"),
                output,
                number(fields, "reasoning").orElse(output),
                new UnitPrice(
                        number(fields, "request").orElse(BigDecimal.ZERO),
                        number(fields, "audioSecond").orElse(BigDecimal.ZERO),
                        number(fields, "characters").orElse(BigDecimal.ZERO)));
    }

    private static Optional<BigDecimal> number(Map<String, Object> fields, String name) {
        return Optional.ofNullable(fields.get(name)).map(number -> new BigDecimal(number.toString()));
    }
}
