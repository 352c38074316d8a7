package dev.guildhall.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every rule holds for Guildhall itself, and none of them passes because it saw nothing. */
class HouseRulesTest {
    private static final String ROOT = "dev.guildhall";

    /**
     * The fewest classes that each room holds. 0 says that the room is empty; once it is not, the test fails until its
     * number stands here. Set it to about three quarters of what is there.
     */
    private static int least(Room room) {
        return switch (room) {
            case PORTS -> 100;
            case CORE -> 45;
            case PERSISTENCE -> 35;
            case LLM -> 60;
            case HTTP -> 65;
            case INTEGRATIONS -> 30;
            case RUNNER -> 12;
            case APP -> 20;
        };
    }

    /** The fewest driving ports that Core hands out; 0 says that there is no Core yet. */
    private static final int LEAST_DRIVING_PORTS = 6;

    private static final JavaClasses HOUSE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("-tests.jar"))
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
    void every_room_was_seen(Room room) {
        int least = least(room);

        long seen = HOUSE.stream().filter(room.classes(ROOT)).count();

        assertThat(seen).as("classes of " + room.title()).isGreaterThanOrEqualTo(least);
        if (least == 0) {
            assertThat(seen)
                    .as("classes of " + room.title() + ", which least() calls empty: write their number there")
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
