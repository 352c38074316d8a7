package dev.guildhall.ports.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.Violated;
import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ToolVersionTest {
    private static int compared(String one, String other) {
        return Integer.signum(new ToolVersion(one).orderKey().compareTo(new ToolVersion(other).orderKey()));
    }

    @Test
    void the_example_of_the_specification_is_in_order() {
        List<String> ascending = List.of(
                "1.0.0-alpha",
                "1.0.0-alpha.1",
                "1.0.0-alpha.beta",
                "1.0.0-beta",
                "1.0.0-beta.2",
                "1.0.0-beta.11",
                "1.0.0-rc.1",
                "1.0.0");

        for (int i = 1; i < ascending.size(); i++) {
            assertThat(compared(ascending.get(i - 1), ascending.get(i))).isNegative();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1.9.0, 1.10.0",
        "1.0.0, 2.0.0-alpha",
        "2.0.0-alpha, 2.0.0",
        "1, 1.1",
        "1.0, 1.0.1",
        "9, 10",
        "v9, v10",
        "1.0.0-alpha, 1.0.0-alpha-1",
        "1.0.0-a.b, 1.0.0-a-b",
        "1.0.0-99, 1.0.0-a",
        "1.0.0-1.1, 1.0.0-1.1.0",
        "1.2-rc, 1.2",
        "1-rc, 1.0.0",
        "1.0.0, 1.x",
        "0.9, 0.10",
        "2024.1, 2024.12",
        "1.0, one",
        "99999999999999999998, 99999999999999999999"
    })
    void one_is_before_the_other(String lower, String higher) {
        assertThat(compared(lower, higher)).isNegative();
        assertThat(compared(higher, lower)).isPositive();
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1.0.0",
        "1.0, 1.0.0",
        "v1.2, 1.2.0",
        "1.0.0+a, 1.0.0+b",
        "1.0.0+a, 1.0.0",
        "1-rc, 1.0.0-RC",
        "01, 1",
        "0, 0.0"
    })
    void two_are_of_one_rank(String one, String other) {
        assertThat(compared(one, other)).isZero();
    }

    @RepeatedTest(3)
    void random_versions_are_in_the_order_of_the_specification() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 2000; i++) {
            String one = version(random);
            String other = version(random);

            assertThat(compared(one, other))
                    .as("%s and %s of seed %d", one, other, seed)
                    .isEqualTo(Integer.signum(bySpecification(one, other)));
        }
    }

    private static String version(Random random) {
        String core = random.nextInt(3) + "." + random.nextInt(12) + "." + random.nextInt(2) * 100;
        if (random.nextBoolean()) {
            return core;
        }
        return core + "-"
                + IntStream.rangeClosed(0, random.nextInt(3))
                        .mapToObj(i -> identifier(random))
                        .collect(Collectors.joining("."));
    }

    private static String identifier(Random random) {
        if (random.nextInt(3) == 0) {
            return String.valueOf(random.nextInt(130));
        }
        String letters = "ab-z0";
        String tail = IntStream.range(0, random.nextInt(3))
                .mapToObj(i -> String.valueOf(letters.charAt(random.nextInt(letters.length()))))
                .collect(Collectors.joining());
        return "ab-".charAt(random.nextInt(3)) + tail;
    }

    /** Compares item by item, as semver.org, 11 defines it. */
    private static int bySpecification(String one, String other) {
        String[] ones = one.split("-", 2);
        String[] others = other.split("-", 2);
        int core = byIdentifiers(ones[0], others[0]);
        if (core != 0 || (ones.length == 1 && others.length == 1)) {
            return core;
        }
        if (ones.length != others.length) {
            return others.length - ones.length;
        }
        return byIdentifiers(ones[1], others[1]);
    }

    private static int byIdentifiers(String one, String other) {
        String[] ones = one.split("\\.");
        String[] others = other.split("\\.");
        for (int i = 0; i < Math.min(ones.length, others.length); i++) {
            int order = byIdentifier(ones[i], others[i]);
            if (order != 0) {
                return order;
            }
        }
        return ones.length - others.length;
    }

    private static int byIdentifier(String one, String other) {
        boolean number = one.matches("\\d+");
        boolean otherNumber = other.matches("\\d+");
        if (number && otherNumber) {
            return new BigInteger(one).compareTo(new BigInteger(other));
        }
        return number == otherNumber ? one.compareTo(other) : number ? -1 : 1;
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "1\n2", "1\u0000", "\ud83d"})
    void a_malformed_line_is_refused(String text) {
        assertThat(Violated.fieldsOf(() -> new ToolVersion(text))).containsExactly("version");
    }

    @Test
    void a_version_is_trimmed_and_has_50_characters_at_most() {
        assertThat(new ToolVersion(" 1.0 ").value()).isEqualTo("1.0");
        assertThat(new ToolVersion("9".repeat(50)).orderKey()).startsWith("50999");
        assertThat(Violated.fieldsOf(() -> new ToolVersion("9".repeat(51)))).containsExactly("version");
    }

    @ParameterizedTest
    @ValueSource(strings = {"+", "-", ".", "v", "+x", "1.", "-+-", "latest", "茶", "1.0 beta"})
    void every_version_has_a_key(String text) {
        assertThat(new ToolVersion(text).orderKey()).isNotEmpty();
        assertThat(compared(text, text)).isZero();
    }
}
