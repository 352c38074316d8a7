package dev.guildhall.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.EvaluationResult;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every rule reports its offenders. They are below {@code bites.<rule>} and have "Offen" in their names; other classes
 * there are correct. {@code bites.tidy} is a small correct system close to the limits of every rule.
 */
class RuleBitesTest {
    private static final String TIDY = "bites.tidy";
    private static final JavaClasses ALL = new ClassFileImporter().importPackages("bites");
    private static final JavaClasses TIDY_SYSTEM = below(TIDY);

    static Stream<String> names() {
        return HouseRules.of(TIDY).stream().map(HouseRule::name);
    }

    static List<HouseRule> rulesOfTheTidyHouse() {
        return HouseRules.of(TIDY);
    }

    @ParameterizedTest
    @MethodSource("names")
    void a_rule_reports_only_its_offenders(String name) {
        String root = "bites." + name;
        JavaClasses planted = below(root);
        List<String> offenders = planted.stream()
                .filter(type -> type.getSimpleName().contains("Offen"))
                .map(JavaClass::getName)
                .toList();

        EvaluationResult result = rule(root, name).rule().evaluate(planted);

        List<String> complaints = result.getFailureReport().getDetails();
        assertThat(offenders).as("offenders planted below " + root).isNotEmpty();
        assertThat(offenders)
                .allSatisfy(
                        offender -> assertThat(String.join("\n", complaints)).contains(offender));
        assertThat(complaints).allSatisfy(complaint -> assertThat(complaint).contains("Offen"));
    }

    @ParameterizedTest
    @MethodSource("rulesOfTheTidyHouse")
    void a_tidy_house_keeps_the_rule(HouseRule rule) {
        rule.rule().check(TIDY_SYSTEM);
    }

    @ParameterizedTest
    @EnumSource
    void the_tidy_system_has_every_layer(Layer layer) {
        assertThat(TIDY_SYSTEM.stream().filter(layer.classes(TIDY))).isNotEmpty();
    }

    private static JavaClasses below(String root) {
        return ALL.that(resideInAPackage(root + ".."));
    }

    private static HouseRule rule(String root, String name) {
        return HouseRules.of(root).stream()
                .filter(rule -> rule.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
