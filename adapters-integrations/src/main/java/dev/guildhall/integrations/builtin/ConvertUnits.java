package dev.guildhall.integrations.builtin;

import dev.guildhall.integrations.builtin.Units.Unit;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolSource;
import dev.guildhall.ports.tool.ToolSpec;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;

/** {@code builtin.convert_units}: measures in other units, by exact factors. Thread-safe. */
final class ConvertUnits implements BuiltinTool {
    private static final int MAX_CHARACTERS = 40;
    private static final MathContext ON_THE_WAY = new MathContext(160, RoundingMode.HALF_EVEN);
    private static final MathContext RESULT = new MathContext(15, RoundingMode.HALF_EVEN);
    private static final String VALUE = "value";
    private static final String FROM = "from";
    private static final String TO = "to";
    private static final ToolSpec SPEC = new ToolSpec(
            new ToolName("builtin.convert_units"),
            "Converts a measure to another unit: length, mass, time, area, volume, speed, data, energy, power,"
                    + " pressure, angle, frequency, temperature. No currencies. Answers with the result, rounded to"
                    + " 15 digits.",
            Parameters.object(
                    List.of(VALUE, FROM, TO),
                    VALUE,
                    Parameters.number("How much of it."),
                    FROM,
                    Parameters.text("Its unit, a symbol or an English name, for example mi, °F, kWh.", MAX_CHARACTERS),
                    TO,
                    Parameters.text("The unit to convert to, for example km, °C, MJ.", MAX_CHARACTERS)),
            ToolSource.BUILTIN);

    @Override
    public ToolSpec spec() {
        return SPEC;
    }

    @Override
    public Map<String, Object> run(BuiltinArguments arguments) {
        BigDecimal value = arguments.number(VALUE);
        Unit from = unit(FROM, arguments);
        Unit to = unit(TO, arguments);
        if (!from.quantity().equals(to.quantity())) {
            throw ToolFault.failed(from.symbol() + " measures " + from.quantity() + " and " + to.symbol() + " measures "
                    + to.quantity() + "; units of " + from.quantity() + " are "
                    + String.join(", ", Units.symbols(from.quantity())));
        }
        BigDecimal base = value.multiply(from.factor()).add(from.offset());
        BigDecimal result = base.subtract(to.offset()).divide(to.factor(), ON_THE_WAY);
        return Parameters.inOrder(VALUE, value, FROM, from.symbol(), "result", tidy(result), TO, to.symbol());
    }

    private static Unit unit(String name, BuiltinArguments arguments) {
        String symbol = arguments.text(name, MAX_CHARACTERS);
        return Units.find(symbol)
                .orElseThrow(() -> ToolFault.failed(
                        name + ": the unit '" + symbol + "' is not known; use a symbol such as km, lb, °F or kWh"));
    }

    /** What differs from zero by the rounding of thirds alone is zero. */
    private static BigDecimal tidy(BigDecimal result) {
        BigDecimal rounded =
                result.setScale(30, RoundingMode.HALF_EVEN).signum() == 0 && result.precision() - result.scale() < -30
                        ? BigDecimal.ZERO
                        : result.round(RESULT).stripTrailingZeros();
        return rounded.scale() < 0 && rounded.scale() > -20 ? rounded.setScale(0, RoundingMode.UNNECESSARY) : rounded;
    }
}
