package dev.guildhall.llm.provider;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.completion.ModelPrice;
import dev.guildhall.ports.completion.UnitPrice;
import dev.guildhall.ports.problem.Refusal;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the prices of models from a file (keys-10, keys-11): {@code {"<model or pattern>": {"input": 2.5,
 * "cachedInput": 1.25, "cacheWrite": 2.5, "output": 10, "reasoning": 10}}}. An absent {@code cachedInput} is the price
 * of {@code input}, an absent {@code reasoning} that of {@code output}; for {@code cacheWrite} see {@link ModelPrice}. A
 * price with {@code request}, {@code audioSecond} or {@code characters} need not have the prices of tokens.
 */
public final class PriceFile {
    private static final int MAX_MODEL = 200;
    private static final int MAX_STARS = 10;
    private static final Set<String> UNITS = Set.of("request", "audioSecond", "characters");
    private static final Set<String> FIELDS =
            Set.of("input", "cachedInput", "cacheWrite", "output", "reasoning", "request", "audioSecond", "characters");

    private PriceFile() {}

    /**
     * The prices in a file, by model or pattern.
     *
     * @throws IllegalArgumentException whose message names the file, the model and the field at fault
     */
    public static Map<String, ModelPrice> read(Path file) {
        return JsonFile.byModel(file, "prices", PriceFile::price);
    }

    private static ModelPrice price(String model, JsonNode fields) {
        long stars = model.chars().filter(character -> character == '*').count();
        if (model.isBlank() || model.length() > MAX_MODEL || stars > MAX_STARS) {
            throw Refusal.invalid(
                    "the name", "must have 1 to " + MAX_MODEL + " characters and at most " + MAX_STARS + " stars");
        }
        if (!fields.isObject()) {
            throw Refusal.invalid("the price", "must be an object with input and output");
        }
        fields.fieldNames().forEachRemaining(name -> {
            if (!FIELDS.contains(name)) {
                throw Refusal.invalid(
                        name,
                        "is unknown; a price has input, cachedInput, cacheWrite, output, reasoning, request,"
                                + " audioSecond and characters");
            }
        });
        BigDecimal input = ofTokens(fields, "input");
        BigDecimal output = ofTokens(fields, "output");
        return new ModelPrice(
                input,
                optional(fields, "cachedInput").orElse(input),
                optional(fields, "cacheWrite"),
                output,
                optional(fields, "reasoning").orElse(output),
                new UnitPrice(
                        optional(fields, "request").orElse(BigDecimal.ZERO),
                        optional(fields, "audioSecond").orElse(BigDecimal.ZERO),
                        optional(fields, "characters").orElse(BigDecimal.ZERO)));
    }

    private static BigDecimal ofTokens(JsonNode fields, String name) {
        Optional<BigDecimal> price = optional(fields, name);
        if (price.isEmpty() && UNITS.stream().noneMatch(fields::has)) {
            throw Refusal.invalid(name, "is required");
        }
        return price.orElse(BigDecimal.ZERO);
    }

    private static Optional<BigDecimal> optional(JsonNode fields, String name) {
        JsonNode number = fields.get(name);
        if (number == null) {
            return Optional.empty();
        }
        if (!number.isNumber()) {
            throw Refusal.invalid(name, "must be a number between 0 and " + ModelPrice.MOST);
        }
        return Optional.of(number.decimalValue());
    }
}
