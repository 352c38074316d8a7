package dev.guildhall.llm.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.ports.completion.ModelPrice;
import dev.guildhall.ports.completion.UnitPrice;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PriceFileTest {
    @TempDir
    private Path folder;

    private Path file(String json) throws IOException {
        return Files.writeString(folder.resolve("prices.json"), json);
    }

    private static BigDecimal number(String digits) {
        return new BigDecimal(digits);
    }

    @Test
    void a_price_without_cached_input_and_reasoning_takes_those_of_input_and_output() throws IOException {
        Path file = file("""
            {"gpt-4o": {"input": 2.5, "cachedInput": 1.25, "cacheWrite": 3, "output": 10.5, "reasoning": 12},
             "local/*": {"input": 0, "output": 0.000000000001}}
            """);

        assertThat(PriceFile.read(file))
                .containsOnlyKeys("gpt-4o", "local/*")
                .containsEntry(
                        "gpt-4o",
                        new ModelPrice(
                                number("2.5"), number("1.25"), Optional.of(number("3")), number("10.5"), number("12")))
                .containsEntry(
                        "local/*",
                        new ModelPrice(number("0"), number("0"), number("0.000000000001"), number("0.000000000001")));
    }

    @Test
    void a_price_of_requests_needs_no_price_of_tokens() throws IOException {
        Path file = file("""
            {"whisper-1": {"audioSecond": 0.0001}, "tts": {"characters": 15, "request": 0.01, "input": 1, "output": 2}}
            """);

        BigDecimal zero = BigDecimal.ZERO;
        assertThat(PriceFile.read(file))
                .containsEntry(
                        "whisper-1",
                        new ModelPrice(
                                zero, zero, Optional.empty(), zero, zero, new UnitPrice(zero, number("0.0001"), zero)))
                .containsEntry(
                        "tts",
                        new ModelPrice(
                                number("1"),
                                number("1"),
                                Optional.empty(),
                                number("2"),
                                number("2"),
                                new UnitPrice(number("0.01"), zero, number("15"))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "{\"m\": {\"input\": -1, \"output\": 1}} | m: input: must be a number between 0 and 1000000",
                "{\"m\": {\"input\": 1, \"output\": 1000000.01}} | m: output: must be a number between",
                "{\"m\": {\"input\": 1, \"output\": 1e400}} | m: output: must be a number between",
                "{\"m\": {\"input\": 1e-400, \"output\": 1}} | m: input: must have at most 12 decimals",
                "{\"m\": {\"input\": \"2.5\", \"output\": 1}} | m: input: must be a number between",
                "{\"m\": {\"input\": 1, \"output\": 1, \"cachedInput\": null}} | m: cachedInput: must be a number",
                "{\"m\": {\"input\": 1, \"output\": 1, \"reasoning\": true}} | m: reasoning: must be a number",
                "{\"m\": {\"input\": 1, \"output\": 1, \"cacheWrite\": -1}} | m: cacheWrite: must be a number",
                "{\"m\": {\"input\": 1}} | m: output: is required",
                "{\"m\": {\"output\": 1}} | m: input: is required",
                "{\"m\": {\"input\": 1, \"output\": 1, \"inputs\": 1}} | m: inputs: is unknown",
                "{\"m\": {\"request\": -1}} | m: request: must be a number between",
                "{\"m\": 3} | m: the price: must be an object",
                "{\"\": {\"input\": 1, \"output\": 1}} | the name: must have 1 to 200 characters",
                "{\"***********\": {\"input\": 1, \"output\": 1}} | at most 10 stars",
                "{\"m\": {\"input\": NaN, \"output\": 1}} | line 1",
                "{\"m\": {\"input\": 1, \"input\": 2, \"output\": 1}} | line 1",
                "{\"m\": {\"input\": 1, \"output\": 1}} 7 | line 1",
                "{\"m\": | line 1",
                "[] | must be a JSON object of prices by model",
                "null | must be a JSON object of prices by model"
            })
    void a_bad_file_is_refused_with_its_name_the_model_and_the_field(String json, String fault) throws IOException {
        Path file = file(json);

        assertThatThrownBy(() -> PriceFile.read(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(file + ": ")
                .hasMessageContaining(fault);
    }

    @Test
    void an_empty_file_and_a_missing_one_are_refused() throws IOException {
        Path empty = file("");
        Path missing = folder.resolve("none.json");

        assertThatThrownBy(() -> PriceFile.read(empty)).hasMessageStartingWith(empty + ": ");
        assertThatThrownBy(() -> PriceFile.read(missing)).hasMessage(missing + ": cannot be read");
    }

    @Test
    void a_huge_file_is_refused_unread() throws IOException {
        Path huge = file(" ".repeat(1024 * 1024 + 1));

        assertThatThrownBy(() -> PriceFile.read(huge)).hasMessage(huge + ": must have at most 1048576 bytes");
    }
}
