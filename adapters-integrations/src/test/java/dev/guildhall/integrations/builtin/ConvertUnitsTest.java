package dev.guildhall.integrations.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.tool.FailureKind;
import java.math.BigDecimal;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConvertUnitsTest {
    @ParameterizedTest
    @CsvSource({
        "1, mi, km, 1.609344",
        "26.2, Miles, kilometres, 42.1648128",
        "1, lb, g, 453.59237",
        "100, C, F, 212",
        "212, °F, °C, 100",
        "-40, F, C, -40",
        "32, F, C, 0",
        "0, K, celsius, -273.15",
        "1, GiB, MB, 1073.741824",
        "8, Mbit, MB, 1",
        "1, MB, Mb, 8",
        "1, kWh, MJ, 3.6",
        "180, deg, turn, 0.5",
        "100, km/h, m/s, 27.7777777777778",
        "1, cubic metre, L, 1000",
        "1, US_CUP_IS_NOT_ONE, L, ",
        "3, ft, in, 36",
        "1e100, km, m, 1e103",
        "60, rpm, Hz, 1"
    })
    void measure_is_converted(double value, String from, String to, BigDecimal result) {
        Map<String, Object> arguments = Map.of("value", value, "from", from, "to", to);
        if (result == null) {
            assertThat(Tools.failure(FailureKind.FAILED, "convert_units", arguments))
                    .contains(from);
        } else {
            assertThat((BigDecimal) Tools.result("convert_units", arguments).get("result"))
                    .isEqualByComparingTo(result);
        }
    }

    @Test
    void every_unit_goes_to_its_base_and_back() {
        for (String quantity : java.util.List.of("length", "mass", "data", "pressure", "temperature", "energy")) {
            String base = Units.symbols(quantity).getFirst();
            for (String symbol : Units.symbols(quantity)) {
                BigDecimal back = converted(converted(new BigDecimal(7), symbol, base), base, symbol);

                assertThat(back.subtract(new BigDecimal(7)).abs()).as(symbol).isLessThan(new BigDecimal("1e-9"));
            }
        }
    }

    @Test
    void units_of_other_quantities_are_explained() {
        assertThat(Tools.failure(FailureKind.FAILED, "convert_units", Map.of("value", 1, "from", "km", "to", "kg")))
                .startsWith("km measures length and kg measures mass; units of length are m, km, cm");
    }

    @Test
    void strange_numbers_are_refused() {
        for (Object value : new Object[] {1e300, Double.NaN, new BigDecimal("1e999999999"), "1"}) {
            Tools.failure(
                    FailureKind.INVALID_ARGUMENTS, "convert_units", Map.of("value", value, "from", "m", "to", "km"));
        }
    }

    private static BigDecimal converted(BigDecimal value, String from, String to) {
        Object result = Tools.result("convert_units", Map.of("value", value, "from", from, "to", to))
                .get("result");
        return new BigDecimal(String.valueOf(result));
    }
}
