package dev.guildhall.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The API of each library is what its {@code api.txt} lists: the public types of the packages that it exports to all. */
class ApiTest {
    private static final Path ROOT = Path.of("..");
    private static final Set<String> OF_EVERY_OBJECT = Set.of("equals", "hashCode", "toString");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ports",
                "core-domain",
                "adapters-wire",
                "adapters-llm",
                "adapters-persistence",
                "core-domain/test-kit"
            })
    void the_api_of_a_library_is_the_listed_one(String folder) throws Exception {
        Path list = ROOT.resolve(folder).resolve("api.txt");

        List<String> api = api(library(folder));

        if (Boolean.getBoolean("api.write")) {
            Files.write(list, api);
        }
        List<String> listed = Files.exists(list) ? Files.readAllLines(list) : List.of();
        assertThat(Stream.concat(without(listed, api, "- "), without(api, listed, "+ ")))
                .as(
                        "lines that the API no longer has (-), and lines that %s/api.txt does not have (+). Name the"
                                + " change in app-launcher/RELEASES.md, and write the file: mvn test -pl"
                                + " architecture-tests -am -Dtest=ApiTest -Dsurefire.failIfNoSpecifiedTests=false"
                                + " -Dlint.skip=true -Dapi.write=true",
                        folder)
                .isEmpty();
        assertThat(api).isNotEmpty();
    }

    private static Stream<String> without(List<String> lines, List<String> others, String sign) {
        Set<String> known = Set.copyOf(others);
        return lines.stream().filter(line -> !known.contains(line)).map(line -> sign + line);
    }

    /** The module in a folder of the build, in its directory of classes or in its jar. */
    private static ModuleReference library(String folder) {
        Path[] places = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(place -> place.startsWith(
                        ROOT.toAbsolutePath().normalize().resolve(folder).resolve("target")))
                .filter(place ->
                        !place.endsWith("test-classes") && !place.toString().endsWith("-tests.jar"))
                .toArray(Path[]::new);
        return ModuleFinder.of(places).findAll().iterator().next();
    }

    private static List<String> api(ModuleReference library) throws Exception {
        Set<String> exported = library.descriptor().exports().stream()
                .filter(exports -> !exports.isQualified())
                .map(ModuleDescriptor.Exports::source)
                .collect(Collectors.toSet());
        List<String> lines = new ArrayList<>();
        for (String name : classes(library)) {
            Class<?> type = Class.forName(name, false, ApiTest.class.getClassLoader());
            if (exported.contains(type.getPackageName()) && isVisible(type)) {
                lines.add(line(type));
                members(type).map(ApiTest::line).forEach(lines::add);
            }
        }
        return lines.stream().sorted().toList();
    }

    private static List<String> classes(ModuleReference library) throws IOException {
        try (ModuleReader files = library.open();
                Stream<String> names = files.list()) {
            return names.filter(name -> name.matches("dev/.*(?<!package-info)\\.class"))
                    .map(name -> name.replaceFirst("\\.class$", "").replace('/', '.'))
                    .toList();
        }
    }

    private static boolean isVisible(Class<?> type) {
        Class<?> outer = type.getEnclosingClass();
        return isVisible(type.getModifiers())
                && !type.isLocalClass()
                && !type.isAnonymousClass()
                && (outer == null || isVisible(outer));
    }

    private static boolean isVisible(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    /** What the header of a record does not say already. */
    private static Stream<Member> members(Class<?> type) {
        List<Class<?>> components = type.isRecord()
                ? Arrays.stream(type.getRecordComponents())
                        .<Class<?>>map(part -> part.getType())
                        .toList()
                : List.of();
        Set<String> accessors = type.isRecord()
                ? Arrays.stream(type.getRecordComponents())
                        .map(part -> part.getName())
                        .collect(Collectors.toSet())
                : Set.of();
        return Stream.<Member[]>of(type.getDeclaredFields(), type.getDeclaredConstructors(), type.getDeclaredMethods())
                .flatMap(Arrays::stream)
                .filter(member -> isVisible(member.getModifiers()) && !member.isSynthetic())
                .filter(member -> !OF_EVERY_OBJECT.contains(member.getName()))
                .filter(member -> !(type.isRecord()
                        && member instanceof Executable code
                        && (code instanceof Constructor
                                ? List.of(code.getParameterTypes()).equals(components)
                                : code.getParameterCount() == 0 && accessors.contains(code.getName()))));
    }

    private static String line(Member member) {
        String type = member.getDeclaringClass().getName();
        String declaration =
                member instanceof Field field ? field.toGenericString() : ((Executable) member).toGenericString();
        return type + ": " + declaration.replace(" " + type + ".", " ");
    }

    private static String line(Class<?> type) {
        StringBuilder line = new StringBuilder(type.getName()).append(": ").append(type.toGenericString());
        if (type.isRecord()) {
            line.append(Arrays.stream(type.getRecordComponents())
                    .map(part -> part.getGenericType().getTypeName() + " " + part.getName())
                    .collect(Collectors.joining(", ", "(", ")")));
        }
        if (type.getGenericSuperclass() != null && type.getSuperclass() != Object.class) {
            line.append(" extends ").append(type.getGenericSuperclass().getTypeName());
        }
        line.append(joined(" implements ", type.getGenericInterfaces()));
        return line.append(type.isSealed() ? joined(" permits ", type.getPermittedSubclasses()) : "")
                .toString();
    }

    private static String joined(String word, Type... types) {
        return types.length == 0
                ? ""
                : Arrays.stream(types).map(Type::getTypeName).collect(Collectors.joining(", ", word, ""));
    }
}
