package dev.guildhall.core.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.completion.ModelPrice;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.ports.usage.UsageEntry;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Currency;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PricesTest {
    private static final Currency EUR = Currency.getInstance("EUR");

    private static ModelPrice price(String input, String cached, String output, String reasoning) {
        return new ModelPrice(
                new BigDecimal(input), new BigDecimal(cached), new BigDecimal(output), new BigDecimal(reasoning));
    }

    private static UsageEntry.Asked asked(String model) {
        return new UsageEntry.Asked("p", model, 1);
    }

    private static ModelPrice flat(int amount) {
        String same = Integer.toString(amount);
        return price(same, same, same, same);
    }

    @Test
    void every_kind_of_token_has_its_price() {
        Prices prices = new Prices(EUR, Map.of("m", price("2.5", "1.25", "10", "20")));

        BigDecimal cost = prices.cost(asked("m"), new Usage(1_000_000, 300_000, 400_000, 0, 100_000, false))
                .orElseThrow();

        assertThat(cost).isEqualByComparingTo("6.00");
        assertThat(prices.cost(asked("other"), new Usage(1, 1))).isEmpty();
        assertThat(prices.cost(asked("m"), Usage.NONE).orElseThrow()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "anthropic, m, , 1.255",
        "openai, anthropic/Claude-x, , 1.255",
        "openai, m, , 1.005",
        "anthropic, claude-x, 4, 4.005",
        "openai, m, 0, 0.005"
    })
    void tokens_written_to_a_cache_have_a_price_of_their_own(
            String provider, String model, @Nullable BigDecimal cacheWrite, String expected) {
        BigDecimal one = BigDecimal.ONE;
        ModelPrice price = new ModelPrice(one, one, Optional.ofNullable(cacheWrite), one, one);
        Prices prices = new Prices(EUR, Map.of("*", price));
        Usage usage = new Usage(1_003_000, 2_000).withParts(1_000, 1_000_000, 0);

        Optional<BigDecimal> cost = prices.cost(new UsageEntry.Asked(provider, model, 1), usage);

        assertThat(cost.orElseThrow()).isEqualByComparingTo(expected);
    }

    @Test
    void the_exact_name_comes_before_a_pattern_and_the_longer_pattern_before_the_shorter() {
        Prices prices = new Prices(
                EUR,
                Map.of("gpt-4o", flat(1), "gpt-4*", flat(2), "*", flat(3), "gpt-*-mini", flat(4), "a*b*c", flat(5)));

        assertThat(prices.of("gpt-4o")).contains(flat(1));
        assertThat(prices.of("gpt-4.1")).contains(flat(2));
        assertThat(prices.of("gpt-4o-mini")).contains(flat(4));
        assertThat(prices.of("claude")).contains(flat(3));
        assertThat(prices.of("a-b-c")).contains(flat(5));
        assertThat(prices.of("abb")).contains(flat(3));
        assertThat(prices.of("gpt-*-mini")).contains(flat(4));
    }

    @Test
    void patterns_match_as_regular_expressions_do() {
        Random random = new Random(20_261_126);
        for (int round = 0; round < 20_000; round++) {
            String pattern = text(random, "ab*", 6);
            String model = text(random, "ab", 7);
            Prices prices = new Prices(EUR, Map.of(pattern, flat(1)));

            String regex =
                    Stream.of(pattern.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));

            assertThat(prices.of(model).isPresent())
                    .as("%s matches %s", pattern, model)
                    .isEqualTo(model.matches(regex));
        }
    }

    private static String text(Random random, String letters, int most) {
        return random.ints(random.nextInt(most + 1), 0, letters.length())
                .mapToObj(i -> letters.substring(i, i + 1))
                .collect(Collectors.joining());
    }

    @Test
    void costs_are_exact_and_add_up() {
        Random random = new Random(42);
        for (int round = 0; round < 2_000; round++) {
            long[] micros = random.longs(5, 0, 1_000_000_000_000L).toArray();
            ModelPrice price = new ModelPrice(
                    BigDecimal.valueOf(micros[0], 6),
                    BigDecimal.valueOf(micros[1], 6),
                    Optional.of(BigDecimal.valueOf(micros[4], 6)),
                    BigDecimal.valueOf(micros[2], 6),
                    BigDecimal.valueOf(micros[3], 6));
            Prices prices = new Prices(EUR, Map.of("m", price));
            Usage one = usage(random);
            Usage other = usage(random);

            BigDecimal sum = prices.cost(asked("m"), one)
                    .orElseThrow()
                    .add(prices.cost(asked("m"), other).orElseThrow());

            assertThat(sum)
                    .isEqualByComparingTo(
                            prices.cost(asked("m"), one.plus(other)).orElseThrow());
            assertThat(prices.cost(asked("m"), one).orElseThrow())
                    .isEqualByComparingTo(new BigDecimal(picos(micros, one), 12));
            assertThat(sum.signum()).isNotNegative();
        }
    }

    /** Counted in whole millionths of millionths. */
    private static BigInteger picos(long[] micros, Usage usage) {
        return times(micros[0], usage.promptTokens() - usage.cachedTokens() - usage.cacheWriteTokens())
                .add(times(micros[1], usage.cachedTokens()))
                .add(times(micros[4], usage.cacheWriteTokens()))
                .add(times(micros[2], usage.completionTokens() - usage.reasoningTokens()))
                .add(times(micros[3], usage.reasoningTokens()));
    }

    private static BigInteger times(long price, long tokens) {
        return BigInteger.valueOf(price).multiply(BigInteger.valueOf(tokens));
    }

    private static Usage usage(Random random) {
        return new Usage(random.nextLong(1_000_000_000), random.nextLong(1_000_000_000))
                .withParts(
                        random.nextLong(-5, 1_000_000_000),
                        random.nextLong(-5, 1_000_000_000),
                        random.nextLong(-5, 1_000_000_000));
    }

    @Test
    void many_patterns_have_one_result_whatever_their_order() {
        List<String> names = List.of("a*", "*a", "a*a", "*", "aa*", "*aa");
        Map<String, ModelPrice> table = new HashMap<>();
        names.forEach(name -> table.put(name, flat(names.indexOf(name))));

        assertThat(new Prices(EUR, table).of("aaa")).isEqualTo(new Prices(EUR, new HashMap<>(table)).of("aaa"));
        assertThat(new Prices(EUR, table).of("aaa")).contains(flat(names.indexOf("*aa")));
    }
}
