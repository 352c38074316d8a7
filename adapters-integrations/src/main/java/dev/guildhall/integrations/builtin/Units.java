package dev.guildhall.integrations.builtin;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The units that are known, with exact factors (SI, the international yard and pound, US customary measures). */
final class Units {
    /**
     * A unit.
     *
     * @param symbol as it is answered
     * @param quantity what it measures
     * @param factor how many of the quantity's base units one of it is
     * @param offset what its zero is in base units
     */
    record Unit(String symbol, String quantity, BigDecimal factor, BigDecimal offset) {}

    private static final String TABLE = """
        length: m=1 metre meter metres meters; km=1000 kilometre kilometer kilometres kilometers; cm=0.01 centimetre \
        centimeter centimetres centimeters; mm=0.001 millimetre millimeter millimetres millimeters; \
        um=0.000001 µm micrometre micrometer; nm=0.000000001 nanometre nanometer; in=0.0254 inch inches; \
        ft=0.3048 foot feet; yd=0.9144 yard yards; mi=1609.344 mile miles; nmi=1852 nautical_mile nautical_miles
        mass: kg=1 kilogram kilograms; g=0.001 gram grams; mg=0.000001 milligram milligrams; t=1000 tonne tonnes; \
        lb=0.45359237 lbs pound pounds; oz=0.028349523125 ounce ounces; st=6.35029318 stone stones; \
        ton_us=907.18474 short_ton; ton_uk=1016.0469088 long_ton
        time: s=1 sec second seconds; ms=0.001 millisecond milliseconds; us=0.000001 µs microsecond microseconds; \
        ns=0.000000001 nanosecond nanoseconds; min=60 minute minutes; h=3600 hr hour hours; d=86400 day days; \
        wk=604800 week weeks
        area: m2=1 m² square_metre square_meter; km2=1000000 km²; cm2=0.0001 cm²; ha=10000 hectare hectares; \
        ft2=0.09290304 ft² square_foot square_feet; in2=0.00064516 in²; yd2=0.83612736 yd²; \
        mi2=2589988.110336 mi² square_mile square_miles; ac=4046.8564224 acre acres
        volume: L=1 litre liter litres liters; mL=0.001 millilitre milliliter millilitres milliliters; cL=0.01; dL=0.1; \
        m3=1000 m³ cubic_metre cubic_meter; cm3=0.001 cm³; gal_us=3.785411784 gal gallon gallons; \
        gal_uk=4.54609 imperial_gallon; qt_us=0.946352946 qt quart quarts; pt_us=0.473176473 pint pints; \
        pt_uk=0.56826125; cup_us=0.2365882365 cup cups; floz_us=0.0295735295625 floz fl_oz; \
        tbsp_us=0.01478676478125 tbsp tablespoon tablespoons; tsp_us=0.00492892159375 tsp teaspoon teaspoons; \
        ft3=28.316846592 ft³; in3=0.016387064 in³
        speed: m/s=1 mps; km/h=0.27777777777777777777777777777777777777778 kmh kph; mph=0.44704 mi/h; \
        kn=0.51444444444444444444444444444444444444444 knot knots; ft/s=0.3048 fps
        data: B=1 byte bytes; bit=0.125 bits b; kbit=125 kb; Mbit=125000 Mb; Gbit=125000000 Gb; kB=1000 KB; MB=1000000; \
        GB=1000000000; TB=1000000000000; PB=1000000000000000; KiB=1024; MiB=1048576; GiB=1073741824; \
        TiB=1099511627776; PiB=1125899906842624
        energy: J=1 joule joules; kJ=1000; MJ=1000000; Wh=3600; kWh=3600000; MWh=3600000000; cal=4.184 calorie; \
        kcal=4184 Cal; eV=0.0000000000000000001602176634; BTU=1055.05585262
        power: W=1 watt watts; kW=1000; MW=1000000; GW=1000000000; hp=745.69987158227022 horsepower; PS=735.49875
        pressure: Pa=1 pascal; hPa=100; kPa=1000; MPa=1000000; bar=100000; mbar=100; atm=101325; \
        psi=6894.757293168361336722673445346890693781; mmHg=133.322387415; Torr=133.32236842105263157894736842105263
        angle: rad=1 radian radians; deg=0.01745329251994329576923690768488612713 degree degrees °; \
        grad=0.015707963267948966192313216916397514421 gon; turn=6.2831853071795864769252867665590057684
        frequency: Hz=1 hertz; kHz=1000; MHz=1000000; GHz=1000000000; rpm=0.016666666666666666666666666666666666667
        """;

    private static final BigDecimal KELVIN_OF_CELSIUS = new BigDecimal("273.15");
    private static final BigDecimal KELVIN_OF_FAHRENHEIT = new BigDecimal("255.37222222222222222222222222222222222222");
    private static final BigDecimal FIVE_NINTHS = new BigDecimal("0.55555555555555555555555555555555555555556");

    private static final Map<String, Unit> BY_NAME = table();
    private static final Map<String, Optional<Unit>> IN_ANY_CASE = inAnyCase();

    private Units() {}

    /** The unit of that symbol or name; in any case when only one is meant then. */
    static Optional<Unit> find(String name) {
        String plain = name.strip().replace(' ', '_');
        Unit exact = BY_NAME.get(plain);
        return exact == null
                ? IN_ANY_CASE.getOrDefault(plain.toLowerCase(Locale.ROOT), Optional.empty())
                : Optional.of(exact);
    }

    /** The symbols of everything that measures the same. */
    static List<String> symbols(String quantity) {
        return BY_NAME.values().stream()
                .filter(unit -> unit.quantity().equals(quantity))
                .map(Unit::symbol)
                .distinct()
                .toList();
    }

    private static Map<String, Unit> table() {
        Map<String, Unit> units = new LinkedHashMap<>();
        TABLE.lines().forEach(line -> {
            int colon = line.indexOf(':');
            for (String entry : line.substring(colon + 1).split(";")) {
                add(units, line.substring(0, colon), entry.strip().split("[ =]"));
            }
        });
        temperatures(units);
        return units;
    }

    /** The symbol, the factor, then other names. */
    private static void add(Map<String, Unit> units, String quantity, String... parts) {
        Unit unit = new Unit(parts[0], quantity, new BigDecimal(parts[1]), BigDecimal.ZERO);
        List<String> names = new ArrayList<>(List.of(parts));
        names.remove(1);
        names.forEach(name -> units.put(name, unit));
    }

    private static void temperatures(Map<String, Unit> units) {
        String quantity = "temperature";
        Unit kelvin = new Unit("K", quantity, BigDecimal.ONE, BigDecimal.ZERO);
        Unit celsius = new Unit("°C", quantity, BigDecimal.ONE, KELVIN_OF_CELSIUS);
        Unit fahrenheit = new Unit("°F", quantity, FIVE_NINTHS, KELVIN_OF_FAHRENHEIT);
        List.of("K", "kelvin").forEach(name -> units.put(name, kelvin));
        List.of("°C", "C", "celsius", "degC").forEach(name -> units.put(name, celsius));
        List.of("°F", "F", "fahrenheit", "degF").forEach(name -> units.put(name, fahrenheit));
    }

    private static Map<String, Optional<Unit>> inAnyCase() {
        Map<String, Optional<Unit>> units = new LinkedHashMap<>();
        BY_NAME.forEach((name, unit) -> units.merge(
                name.toLowerCase(Locale.ROOT),
                Optional.of(unit),
                (one, other) -> one.equals(other) ? one : Optional.empty()));
        return units;
    }
}
