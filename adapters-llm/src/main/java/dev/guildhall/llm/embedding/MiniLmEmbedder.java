package dev.guildhall.llm.embedding;

import ai.onnxruntime.OrtException;
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
 * The sentence encoder all-MiniLM-L6-v2 with 8-bit weights, in this process. Nothing is loaded before the first call.
 * Texts are taken one by one, each on as many processors as help; calls take turns text by text, so that a query waits
 * for one text of a batch at most. A thread that is interrupted leaves between two texts. Thread-safe.
 */
public final class MiniLmEmbedder implements Embedder, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(MiniLmEmbedder.class.getName());
    private static final String FILES = "all-minilm-l6-v2-q";

    /** The model holds a carrier thread while it computes: one at a time, in the order of asking. */
    private final Semaphore turn = new Semaphore(1, true);

    private Loaded loaded = new Loaded(Optional.empty(), false);

    /**
     * What loading has led to; read and written by whoever has the turn.
     *
     * @param model absent before, and after it has failed
     * @param tried whether it has been tried: what fails once, for want of a library for this machine, fails always
     */
    private record Loaded(Optional<SentenceModel> model, boolean tried) {}

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
        } catch (OrtException failure) {
            LOG.log(Level.WARNING, "the embedding model failed", failure);
            throw unavailable();
        } finally {
            turn.release();
        }
    }

    /**
     * Waits for the text that is being computed; later ones are refused as if the model could not be loaded. The process can
     * end then: its end frees what the model uses.
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
        } catch (IOException | OrtException | RuntimeException | LinkageError failure) {
            LOG.log(Level.ERROR, "the embedding model cannot be loaded; searches go by words alone", failure);
            return Optional.empty();
        }
    }

    private static Refusal unavailable() {
        return new Refusal(new CommonProblem.Unavailable("embedding model"));
    }
}
