package dev.guildhall.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.conditions.ArchConditions;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The architecture rules, for the classes below one root package: {@code dev.guildhall}, or a package of test
 * offenders.
 */
final class HouseRules {
    private static final String NOISE = ".*[.$]([^.$]*(Manager|Helper|Utils?|Impl|Base|Dto)|I[A-Z][a-z][^.$]*)";

    private final String root;
    private final String app;
    private final String inMemory;
    private final DescribedPredicate<JavaClass> domain;
    private final DescribedPredicate<JavaClass> libraries;

    private HouseRules(String root) {
        this.root = root;
        this.app = Layer.APP.packages(root);
        this.inMemory = root + ".core.inmemory..";
        this.domain = resideInAnyPackage(Layer.PORTS.packages(root), Layer.CORE.packages(root))
                .and(resideOutsideOfPackages(inMemory, root + ".core.time.."))
                .as("belong to the domain, its default adapters apart");
        this.libraries = resideInAnyPackage(Stream.of(Layer.PORTS, Layer.CORE, Layer.WIRE, Layer.LLM, Layer.PERSISTENCE)
                        .map(layer -> layer.packages(root))
                        .toArray(String[]::new))
                .as("belong to a library");
    }

    /** All rules, for the classes below that root package. */
    static List<HouseRule> of(String root) {
        HouseRules house = new HouseRules(root);
        return Stream.of(
                        house.arrows(),
                        house.structure(),
                        house.libraries(),
                        house.effects(),
                        house.ports(),
                        house.names())
                .flatMap(rules -> rules)
                .toList();
    }

    private Stream<HouseRule> arrows() {
        return Arrays.stream(Layer.values()).map(layer -> rule(layer.title() + "arrow", arrow(layer)));
    }

    private ArchRule arrow(Layer layer) {
        return classes()
                .that(layer.classes(root))
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(layer.mayKnow(root)));
    }

    private Stream<HouseRule> structure() {
        String[] layers =
                Arrays.stream(Layer.values()).map(layer -> layer.packages(root)).toArray(String[]::new);
        return Stream.of(
                rule(
                        "rooms",
                        classes().that(resideInAPackage(root + "..")).should().resideInAnyPackage(layers)),
                rule("launcher", neverDepend(outside(app), app)),
                rule("inmemory", neverDepend(outside(inMemory).and(not(isWiring())), inMemory)),
                rule(
                        "protocols",
                        slices().matching(root + ".wire.(openai|anthropic|ollama)..")
                                .should()
                                .notDependOnEachOther()),
                rule("cycles", slices().assignedFrom(packages()).should().beFreeOfCycles()));
    }

    private Stream<HouseRule> libraries() {
        String http = Layer.HTTP.packages(root);
        String persistence = Layer.PERSISTENCE.packages(root);
        String integrations = root + ".integrations.";
        String[] signers = {
            root + ".http.token..",
            root + ".http.authorization..",
            integrations + "oauth..",
            integrations + "consent..",
            integrations + "provider.."
        };
        return Stream.of(
                rule("web", neverDepend(outside(http), "io.javalin..", "org.eclipse.jetty..", "jakarta.servlet..")),
                rule("jdbc", neverDepend(outside(persistence), "java.sql..", "javax.sql..", "org.jdbi..")),
                rule(
                        "client",
                        neverDepend(
                                outside(Layer.WIRE.packages(root), Layer.INTEGRATIONS.packages(root)),
                                "okhttp3..",
                                "okio..")),
                rule("tokens", neverDepend(outside(signers), "com.nimbusds..")),
                // javax.sql.DataSource has a java.util.logging.Logger in its signatures.
                rule("jdklogging", neverDepend(outside(app, root + ".persistence.db"), "java.util.logging..")),
                rule("logging", neverDepend(outside(app), "org.slf4j..", "ch.qos.logback..")));
    }

    private Stream<HouseRule> effects() {
        return Stream.of(
                rule("clock", neverAccess(domain, Targets.CLOCK)),
                rule("sleep", neverAccess(domain, Targets.SLEEP)),
                rule("chance", neverAccess(domain, Targets.CHANCE)),
                rule("environment", neverAccess(libraries.and(not(namesTheSystem())), Targets.ENVIRONMENT)),
                rule("process", neverAccess(libraries, Targets.PROCESS)),
                rule("identity", neverAccess(domain, Targets.THREAD_LOCALS)),
                rule("console", neverAccess(outside(app), Targets.CONSOLE)));
    }

    private Stream<HouseRule> ports() {
        ArchRule nouns = classes().that(Layer.PORTS.classes(root)).should(ArchConditions.be(noun()));
        ArchRule callerFirst = classes().that(isCore()).should(new CallerFirst(root));
        ArchRule blocking = noClasses()
                .that(Layer.PORTS.classes(root))
                .should()
                .dependOnClassesThat(describe(
                        "complete asynchronously",
                        type -> type.getName()
                                .matches("java\\.util\\.concurrent\\.(\\w*Future\\w*|Flow.*|Completion\\w+)")));
        return Stream.of(rule("nouns", nouns), rule("caller", callerFirst), rule("blocking", blocking));
    }

    private Stream<HouseRule> names() {
        ArchRule noise =
                noClasses().that(resideInAPackage(root + "..")).should().haveNameMatching(NOISE);
        ArchRule stores = classes()
                .that(resideInAnyPackage(inMemory, Layer.PERSISTENCE.packages(root)))
                .and(implementAStore())
                .should()
                .haveSimpleNameStartingWith("Pg")
                .orShould()
                .haveSimpleNameStartingWith("InMemory")
                .orShould()
                .haveSimpleNameStartingWith("Disk");
        return Stream.of(rule("names", noise), rule("stores", stores));
    }

    private static HouseRule rule(String name, ArchRule rule) {
        return new HouseRule(name, rule.allowEmptyShould(true));
    }

    private static ArchRule neverDepend(DescribedPredicate<JavaClass> who, String... packages) {
        return noClasses().that(who).should().dependOnClassesThat(resideInAnyPackage(packages));
    }

    private static ArchRule neverAccess(DescribedPredicate<JavaClass> who, Targets what) {
        return noClasses().that(who).should().accessTargetWhere(what.isAccessed());
    }

    private DescribedPredicate<JavaClass> outside(String... packages) {
        return resideInAPackage(root + "..").and(resideOutsideOfPackages(packages));
    }

    private DescribedPredicate<JavaClass> isCore() {
        String core = root + ".core.Core";
        return describe("are Core", type -> type.getName().equals(core));
    }

    /**
     * Core, its parts and wiring classes, and their nested classes: they build everything, so only they may use every package.
     */
    private DescribedPredicate<JavaClass> isWiring() {
        Pattern wiring = Pattern.compile(Pattern.quote(root + ".core.") + "(Core|Parts|[A-Za-z]*Wiring)(\\$.*)?");
        return describe(
                "are wiring classes", type -> wiring.matcher(type.getName()).matches());
    }

    /** The archive of PostgreSQL's programs has the names of the operating system and of the processor in its own. */
    private DescribedPredicate<JavaClass> namesTheSystem() {
        String binaries = root + ".persistence.embedded.PostgresBinaries";
        return describe("choose programs by the system", type -> type.getName().equals(binaries));
    }

    private DescribedPredicate<JavaClass> noun() {
        String refusal = root + ".ports.problem.Refusal";
        return describe(
                "interfaces, records, enums or Refusal",
                type -> type.isInterface()
                        || type.isRecord()
                        || type.isAssignableTo(Enum.class)
                        || type.getName().equals(refusal)
                        || type.getModifiers().contains(JavaModifier.SYNTHETIC));
    }

    private DescribedPredicate<JavaClass> implementAStore() {
        return describe(
                "implement a store of the ports",
                type -> !type.isInterface()
                        && type.getAllRawInterfaces().stream()
                                .anyMatch(port -> port.getSimpleName().endsWith("Store")
                                        && Layer.PORTS.classes(root).test(port)));
    }

    /**
     * One slice for each package. The wiring is a slice of its own; otherwise it would be part of a cycle with each
     * package.
     */
    private SliceAssignment packages() {
        DescribedPredicate<JavaClass> isInside = resideInAPackage(root + "..");
        DescribedPredicate<JavaClass> isWiring = isWiring();
        return new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(JavaClass type) {
                if (!isInside.test(type)) {
                    return SliceIdentifier.ignore();
                }
                return SliceIdentifier.of(isWiring.test(type) ? "Core" : type.getPackageName());
            }

            @Override
            public String getDescription() {
                return "packages of " + root;
            }
        };
    }
}
