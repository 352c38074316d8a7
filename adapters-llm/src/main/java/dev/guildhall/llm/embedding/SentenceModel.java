package dev.guildhall.llm.embedding;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.OrtSession.SessionOptions;
import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.search.Embedding;
import dev.guildhall.wire.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * A BERT sentence encoder: the mean of the vectors of a text's word pieces. It exists as long as the process:
 * its memory outside the heap is never freed.
 */
final class SentenceModel {
    /** The most word pieces that the model was trained for; each one takes more time. */
    private static final int MOST_PIECES = 256;

    /** More threads do not help with texts this short. */
    private static final int MOST_THREADS = 4;

    private final OrtEnvironment environment;
    private final OrtSession session;
    private final WordPiece pieces;

    private SentenceModel(OrtEnvironment environment, OrtSession session, WordPiece pieces) {
        this.environment = environment;
        this.session = session;
        this.pieces = pieces;
    }

    /** Reads the model from the class path; takes about half a second. */
    static SentenceModel load(String modelFile, String tokenizerFile) throws IOException {
        OrtEnvironment environment = OrtEnvironment.getEnvironment();
        try (SessionOptions options = new SessionOptions();
                InputStream model = open(modelFile);
                InputStream tokenizer = open(tokenizerFile)) {
            options.setIntraOpNumThreads(
                    Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors()));
            // Threads that spin while they wait for work would take a processor from all other threads.
            options.addConfigEntry("session.intra_op.allow_spinning", "0");
            return new SentenceModel(
                    environment,
                    environment.createSession(model.readAllBytes(), options),
                    new WordPiece(vocabulary(tokenizer)));
        } catch (OrtException failure) {
            throw new IOException(failure);
        }
    }

    Embedding embed(String text) throws IOException {
        long[] ids = pieces.encode(text, MOST_PIECES);
        long[] ones = new long[ids.length];
        Arrays.fill(ones, 1);
        try (OnnxTensor words = tensor(ids);
                OnnxTensor attention = tensor(ones);
                OnnxTensor segments = tensor(new long[ids.length]);
                OrtSession.Result result = session.run(
                        Map.of("input_ids", words, "attention_mask", attention, "token_type_ids", segments))) {
            float[][][] said = (float[][][]) result.get(0).getValue();
            return new Embedding(mean(said[0]));
        } catch (OrtException failure) {
            throw new IOException(failure);
        }
    }

    private OnnxTensor tensor(long[] values) throws OrtException {
        return OnnxTensor.createTensor(environment, LongBuffer.wrap(values), new long[] {1, values.length});
    }

    private static float[] mean(float[][] vectors) {
        float[] mean = new float[vectors[0].length];
        for (float[] vector : vectors) {
            for (int i = 0; i < mean.length; i++) {
                mean[i] += vector[i] / vectors.length;
            }
        }
        return mean;
    }

    private static Map<String, Integer> vocabulary(InputStream tokenizer) throws IOException {
        JsonNode known = Json.LENIENT.readTree(tokenizer).path("model").path("vocab");
        Map<String, Integer> vocabulary = new HashMap<>();
        known.properties()
                .forEach(
                        entry -> vocabulary.put(entry.getKey(), entry.getValue().asInt()));
        return vocabulary;
    }

    private static InputStream open(String file) {
        return Objects.requireNonNull(SentenceModel.class.getClassLoader().getResourceAsStream(file), file);
    }
}
