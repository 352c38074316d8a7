package dev.guildhall.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every rule holds for Guildhall itself, and none passes only because it found no class. */
@Execution(ExecutionMode.CONCURRENT)
class HouseRulesTest {
    private static final String ROOT = "dev.guildhall";

    /**
     * The smallest number of classes in each layer, about three quarters of the present number. 0 means that the layer
     * is empty; once it is not, the test fails until the number is set here.
     */
    private static int least(Layer layer) {
        return switch (layer) {
            case PORTS -> 100;
            case CORE -> 45;
            case PERSISTENCE -> 35;
            case WIRE -> 150;
            case LLM -> 25;
            case HTTP -> 65;
            case INTEGRATIONS -> 42;
            case APP -> 20;
        };
    }

    /** The smallest number of driving ports in Core; 0 means that there is no Core yet. */
    private static final int LEAST_DRIVING_PORTS = 6;

    private static final JavaClasses HOUSE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("-tests.jar"))
            // A library for tests, which knows JUnit.
            .withImportOption(location -> !location.contains("/test-kit/"))
            .importPackages(ROOT);

    static List<HouseRule> rules() {
        return HouseRules.of(ROOT);
    }

    @ParameterizedTest
    @MethodSource("rules")
    void the_house_keeps_the_rule(HouseRule rule) {
        rule.rule().check(HOUSE);
    }

    @ParameterizedTest
    @EnumSource
    void every_layer_was_seen(Layer layer) {
        int least = least(layer);

        long seen = HOUSE.stream().filter(layer.classes(ROOT)).count();

        assertThat(seen).as("classes of " + layer.title()).isGreaterThanOrEqualTo(least);
        if (least == 0) {
            assertThat(seen)
                    .as("classes of " + layer.title() + ": least() says that the layer is empty; set the number there")
                    .isZero();
        }
    }

    @Test
    void core_hands_out_its_driving_ports() {
        long handedOut = HOUSE.stream()
                .filter(type -> type.getName().equals(ROOT + ".core.Core"))
                .flatMap(core -> CallerFirst.drivingPorts(ROOT, core))
                .count();

        assertThat(handedOut).isGreaterThanOrEqualTo(LEAST_DRIVING_PORTS);
        assertThat(LEAST_DRIVING_PORTS > 0)
                .as("LEAST_DRIVING_PORTS says whether there is a Core")
                .isEqualTo(HOUSE.contain(ROOT + ".core.Core"));
    }
}
