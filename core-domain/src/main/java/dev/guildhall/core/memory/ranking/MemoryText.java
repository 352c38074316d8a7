package dev.guildhall.core.memory.ranking;

import dev.guildhall.core.search.Analyzer;
import dev.guildhall.core.search.Field;
import dev.guildhall.core.search.QueryParts;
import dev.guildhall.core.search.TermCounts;
import dev.guildhall.ports.memory.AnalysedText;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An analysed text of a memory. It is computed when the memory is written and stored with it, so that the first search
 * of a user with many memories need not analyse them.
 *
 * @param speaker in lower case; absent when the text names none
 * @param counts its terms
 * @param answerTypeHints the kinds of answers that it contains
 * @param informativeTerms how many different terms outside questions it has, up to {@value #ENOUGH_TERMS}
 */
public record MemoryText(
        Optional<String> speaker, TermCounts counts, AnswerTypeHints answerTypeHints, int informativeTerms) {
    /** A turn with this many different terms counts as fully informative. */
    private static final int ENOUGH_TERMS = 5;

    private static final int WHOLE = 10;

    /** The first byte of the format; increase it when the analysis or the format changes. */
    private static final byte VERSION = 1;

    private static final int TIME = 1;
    private static final int NUMBER = 2;
    private static final int SPEAKER = 4;

    private static final Pattern QUESTION = Pattern.compile("[?\uff1f]\\s*\\z");
    private static final Analyzer ANALYZER = Analyzer.dialogue();

    public static MemoryText of(String content) {
        SpokenTurn turn = SpokenTurn.of(content);
        return new MemoryText(
                turn.speaker(),
                TermCounts.of(List.of(new Field(turn.date() + " " + turn.words(), WHOLE)), ANALYZER),
                AnswerTypeHints.of(turn.words()),
                informativeTerms(turn.words()));
    }

    private static int informativeTerms(String words) {
        return (int) QueryParts.sentences(words)
                .filter(sentence -> !QUESTION.matcher(sentence).find())
                .flatMap(sentence -> ANALYZER.terms(sentence).stream())
                .distinct()
                .limit(ENOUGH_TERMS)
                .count();
    }

    /** How much information the text has, 0 to 1: a mere question has none. */
    double substance() {
        return (double) informativeTerms / ENOUGH_TERMS;
    }

    /** The same in the form in which stores keep it. */
    public AnalysedText toBytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            out.writeByte((answerTypeHints.time() ? TIME : 0)
                    | (answerTypeHints.number() ? NUMBER : 0)
                    | (speaker.isPresent() ? SPEAKER : 0));
            out.writeByte(informativeTerms);
            if (speaker.isPresent()) {
                byte[] name = speaker.get().getBytes(StandardCharsets.UTF_8);
                out.writeShort(name.length);
                out.write(name);
            }
            out.writeShort(counts.terms().length);
            for (int term : counts.terms()) {
                out.writeInt(term);
            }
            for (int weight : counts.weights()) {
                out.writeShort(weight / WHOLE);
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return new AnalysedText(bytes.toByteArray());
    }

    /** Reads the stored form; empty when another version wrote it. */
    public static Optional<MemoryText> read(AnalysedText stored) {
        ByteBuffer bytes = ByteBuffer.wrap(stored.bytes());
        if (bytes.get() != VERSION) {
            return Optional.empty();
        }
        int flags = bytes.get();
        int informativeTerms = bytes.get();
        Optional<String> speaker = (flags & SPEAKER) == 0 ? Optional.empty() : Optional.of(text(bytes));
        AnswerTypeHints hints = new AnswerTypeHints((flags & TIME) != 0, (flags & NUMBER) != 0);
        return Optional.of(new MemoryText(speaker, counts(bytes), hints, informativeTerms));
    }

    private static String text(ByteBuffer bytes) {
        byte[] text = new byte[bytes.getShort()];
        bytes.get(text);
        return new String(text, StandardCharsets.UTF_8);
    }

    private static TermCounts counts(ByteBuffer bytes) {
        int[] terms = new int[bytes.getShort()];
        bytes.asIntBuffer().get(terms);
        bytes.position(bytes.position() + Integer.BYTES * terms.length);
        int[] weights = new int[terms.length];
        int length = 0;
        for (int i = 0; i < weights.length; i++) {
            weights[i] = bytes.getShort() * WHOLE;
            length += weights[i];
        }
        return new TermCounts(terms, weights, length);
    }
}
