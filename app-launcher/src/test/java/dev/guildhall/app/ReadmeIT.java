package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.app.config.SettingKey;
import dev.guildhall.app.config.Settings;
import dev.guildhall.testkit.contract.Needs;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ReadmeIT {
    private static final Path ROOT = Path.of("..");
    private static final String README = read(ROOT.resolve("README.md"));
    private static final String SETTINGS = read(Path.of("SETTINGS.md"));
    private static final String ALL = README + read(Path.of("EXAMPLES.md")) + SETTINGS;
    /** Phases of Maven's lifecycle, and a goal that users' projects run by its usual prefix. */
    private static final Set<String> GOALS =
            Set.of("compile", "test-compile", "test", "package", "verify", "install", "exec:java");
    /** Properties of Maven itself and of its plugins; all others are declared in a pom. */
    private static final Set<String> OF_MAVEN = Set.of("skipTests", "exec.mainClass");

    @TempDir
    private Path folder;

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }

    private static Stream<MatchResult> find(String pattern, String text) {
        return Pattern.compile(pattern, Pattern.DOTALL).matcher(text).results();
    }

    private static List<String> blocks(String language) {
        return find("```" + language + "\n(.*?)```", ALL)
                .map(found -> found.group(1))
                .toList();
    }

    private static String poms() throws IOException {
        try (Stream<Path> modules = Files.list(ROOT)) {
            return Stream.concat(Stream.of(ROOT), modules)
                    .map(folder -> folder.resolve("pom.xml"))
                    .filter(Files::exists)
                    .map(ReadmeIT::read)
                    .collect(Collectors.joining());
        }
    }

    /** The class path of a project with the dependencies that the README shows: it has no other module. */
    private static String embedded() {
        String named = blocks("xml").getFirst();
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(element -> find("(adapters-\\w+|app-launcher|core-domain)", element)
                        .allMatch(module -> named.contains("<artifactId>guildhall-" + module.group(1) + "<")))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private String runMain(String name) throws ReflectiveOperationException, IOException {
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try (URLClassLoader classes =
                new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
            System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
            classes.loadClass(name).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        } finally {
            System.setOut(before);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }

    @Test
    void the_embedding_example_compiles_against_the_dependencies_it_names_and_prints_the_product() throws Exception {
        String program = blocks("java").getFirst();
        Path source = Files.writeString(folder.resolve("Ask.java"), program);

        int compiled = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-proc:none", "-d", folder.toString(), "-cp", embedded(), source.toString());

        assertThat(compiled).isZero();
        assertThat(runMain("Ask")).contains("144");
        assertThat(program.split("main\\(")[1].split(";")).hasSizeLessThanOrEqualTo(10);
    }

    /** Of all modules, without white space: the formatter of the sources breaks lines as it wants. */
    private static String tests() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(file -> find("/src/test/java/.*\\.java$", file.toString())
                            .findAny()
                            .isPresent())
                    .map(ReadmeIT::read)
                    .map(ReadmeIT::dense)
                    .collect(Collectors.joining());
        }
    }

    private static String dense(String code) {
        return code.replaceAll("\\s", "");
    }

    @Test
    void every_example_in_java_is_part_of_a_test() throws IOException {
        String tests = tests();

        assertThat(blocks("java").stream().skip(1))
                .hasSizeGreaterThan(3)
                .allSatisfy(example ->
                        assertThat(tests.contains(dense(example))).as(example).isTrue());
    }

    @Test
    void the_dependencies_of_the_embedding_example_are_modules_of_this_version() throws IOException {
        String version = find("<version>(.*?)</version>", read(ROOT.resolve("pom.xml")))
                .findFirst()
                .orElseThrow()
                .group(1);

        String example = blocks("xml").getFirst();
        assertThat(find("<artifactId>(.*?)</artifactId>", example))
                .hasSizeGreaterThan(1)
                .allSatisfy(artifact ->
                        assertThat(poms()).contains("\n  <artifactId>" + artifact.group(1) + "</artifactId>\n"));
        assertThat(find("<version>(.*?)</version>", example))
                .isNotEmpty()
                .allSatisfy(named -> assertThat(named.group(1)).isEqualTo(version));
    }

    @Test
    void every_maven_command_names_goals_profiles_modules_and_properties_that_exist() throws IOException {
        String poms = poms();
        List<String> commands = find("(?<=[\n` ])mvn( [^`\n#]+)", ALL)
                .map(found -> found.group(1).strip())
                .toList();

        assertThat(commands).hasSizeGreaterThan(6).allSatisfy(command -> {
            for (String word : command.replace("-pl ", "-pl=").split(" +")) {
                switch (word.replaceFirst("^(-P|-D|-pl=).*", "$1")) {
                    case "-P" -> assertThat(poms).contains("<id>" + word.substring(2) + "</id>");
                    case "-pl=" -> assertThat(poms).contains("<module>" + word.substring(4) + "</module>");
                    case "-D" -> {
                        String property = word.substring(2).replaceFirst("=.*", "");
                        assertThat(OF_MAVEN.contains(property) || poms.contains("<" + property + ">"))
                                .as(property)
                                .isTrue();
                    }
                    case "-q", "-N", "-am" -> {}
                    default -> assertThat(GOALS).contains(word);
                }
            }
        });
    }

    @Test
    @Timeout(300)
    void the_commands_for_a_running_server_do_what_they_say() throws Exception {
        Needs.orSkip(onPath("curl"), "needs curl");
        Needs.orSkip(onPath("node"), "needs Node.js");
        Needs.orSkip(onPath("npm"), "needs npm");
        Needs.orSkip(
                onPath("chromium-headless-shell").or(() -> onPath("chromium")).or(() -> onPath("google-chrome")),
                "needs Chromium");
        Map<String, String> settings = Map.of("GUILDHALL_DATABASE_URL", "memory", "GUILDHALL_PORT", "0");
        try (ServerProcess server = ServerProcess.start(folder, settings)) {
            String script = blocks("sh").stream()
                    .filter(block -> block.contains("curl"))
                    .collect(Collectors.joining("echo ---\n", "set -e\n", ""))
                    .replace("http://localhost:8080", server.root())
                    .replace("/tmp/answer", folder.resolve("answer").toString());
            Process shell = new ProcessBuilder("sh", "-c", script)
                    .redirectError(folder.resolve("progress.txt").toFile())
                    .start();
            String[] printed = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8).split("---\n");

            assertThat(shell.waitFor()).isZero();
            assertThat(printed).hasSize(10);
            assertThat(printed[0]).contains("event: done", "\"messageCount\":2");
            assertThat(printed[1]).contains("allergic to peanuts", "\"score\"");
            assertThat(printed[2]).contains("\"result\":144");
            assertThat(printed[3]).contains("\"name\":\"docs\"", "\"state\":\"connecting\"");
            assertThat(printed[4]).contains("\"5 \"", "data: [DONE]");
            assertThat(printed[5]).contains("\"key\":\"gh_", "\"requestsPerMinute\":60");
            assertThat(printed[6]).isEmpty();
            assertThat(printed[7]).contains("\"status\":\"completed\"", "12*12 = 144", "\"name\":\"two\"");
            assertThat(printed[8]).contains("T08:00:00.000Z\"", "{\"id\":\"task_", "\"secret\":\"whsec_");
            assertThat(printed[9])
                    .contains("\"outcome\":\"failed\"", "\"status\":\"passed\"", "\"previousSha256\":null");
        }
    }

    private static Optional<Path> onPath(String program) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    @Test
    void the_settings_are_those_that_the_program_knows() {
        List<String> unknown = find("`(GUILDHALL_[A-Z_]+)`", ALL)
                .map(found -> found.group(1))
                .filter(name -> !name.equals("GUILDHALL_CONFIG"))
                .filter(name -> !Settings.knows(name))
                .toList();

        assertThat(unknown).isEmpty();
    }

    @Test
    void every_setting_is_listed_with_its_default() throws IllegalAccessException {
        List<String> rows =
                SETTINGS.lines().filter(line -> line.startsWith("| `")).toList();
        for (Field field : SettingKey.class.getFields()) {
            if (field.get(null) instanceof SettingKey<?> key) {
                assertThat(rows)
                        .as(key.name())
                        .filteredOn(row -> row.split(" \\| ")[0].contains("`" + key.name() + "`"))
                        .singleElement()
                        .asString()
                        .contains(key.fallback().map("`%s`"::formatted).orElse(""));
            }
        }
    }
}
