package dev.guildhall.llm.provider;

import dev.guildhall.ports.Text;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.Completion;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Passes the chunks of one answer on so that no chunk ends within a character (a JSON text of a provider may end between the
 * two halves of a surrogate pair), and that the text between {@code <think>} and {@code </think>} at the beginning is
 * reasoning, as models write it whose server does not separate the two. Not thread-safe.
 */
final class TextChunks implements ChunkSink {
    private static final String BEGIN = "<think>";
    private static final String END = "</think>";

    private final ChunkSink sink;
    private final Map<Object, Half> halves = new LinkedHashMap<>();
    private final StringBuilder undecided = new StringBuilder();
    private State state = State.START;

    private enum State {
        START,
        REASONING,
        BEFORE_TEXT,
        TEXT
    }

    private record Half(String half, Function<String, Chunk> kind) {}

    TextChunks(ChunkSink sink) {
        this.sink = sink;
    }

    /** The same answer whose reasoning does not stand in its text. */
    static Completion separated(Completion answer) {
        String content = answer.content().stripLeading();
        if (!content.startsWith(BEGIN)) {
            return answer;
        }
        int end = content.indexOf(END);
        String reasoning = content.substring(BEGIN.length(), end < 0 ? content.length() : end);
        String text = end < 0 ? "" : content.substring(end + END.length()).stripLeading();
        return new Completion(
                text,
                answer.refusal(),
                answer.reasoning() + reasoning,
                answer.toolCalls(),
                answer.model(),
                answer.usage(),
                answer.finish(),
                answer.warnings(),
                answer.original(),
                answer.cost());
    }

    @Override
    public boolean wantsWhole() {
        return sink.wantsWhole();
    }

    @Override
    public void settle() {
        sink.settle();
    }

    @Override
    public void accept(Chunk chunk) {
        switch (chunk) {
            case Chunk.Text(String content) -> text(content);
            case Chunk.Reasoned(String content) -> pass(Chunk.Reasoned.class, content, Chunk.Reasoned::new);
            case Chunk.Refused(String content) -> pass(Chunk.Refused.class, content, Chunk.Refused::new);
            case Chunk.CallArguments(int index, String json) ->
                pass(index, json, text -> new Chunk.CallArguments(index, text));
            case Chunk.CallBegun _ -> {
                decide();
                sink.accept(chunk);
            }
            case Chunk.Counted _, Chunk.Original _ -> sink.accept(chunk);
        }
    }

    /** Passes on what has been held back, after the last chunk. */
    void end() {
        if (undecided.isEmpty() && halves.isEmpty()) {
            return;
        }
        decide();
        halves.values().forEach(half -> sink.accept(half.kind().apply(Text.repaired(half.half()))));
        halves.clear();
        sink.settle();
    }

    /** No mark is completed any more. */
    private void decide() {
        if (undecided.isEmpty()) {
            return;
        }
        String rest = undecided.toString();
        undecided.setLength(0);
        if (state == State.REASONING) {
            pass(Chunk.Reasoned.class, rest, Chunk.Reasoned::new);
        } else {
            state = state == State.START ? State.TEXT : state;
            pass(Chunk.Text.class, rest, Chunk.Text::new);
        }
    }

    private void text(String part) {
        switch (state) {
            case TEXT -> pass(Chunk.Text.class, part, Chunk.Text::new);
            case BEFORE_TEXT -> {
                String text = part.stripLeading();
                if (!text.isEmpty()) {
                    state = State.TEXT;
                    text(text);
                }
            }
            case START -> {
                undecided.append(part);
                start();
            }
            case REASONING -> {
                undecided.append(part);
                reason();
            }
        }
    }

    private void start() {
        String text = undecided.toString();
        String begun = text.stripLeading();
        if (begun.startsWith(BEGIN)) {
            state = State.REASONING;
            undecided.setLength(0);
            undecided.append(begun, BEGIN.length(), begun.length());
            reason();
        } else if (!BEGIN.startsWith(begun)) {
            state = State.TEXT;
            undecided.setLength(0);
            text(text);
        }
    }

    private void reason() {
        String text = undecided.toString();
        int end = text.indexOf(END);
        int sure = end < 0 ? text.length() - lengthOfBegunEnd(text) : end;
        undecided.setLength(0);
        pass(Chunk.Reasoned.class, text.substring(0, sure), Chunk.Reasoned::new);
        if (end < 0) {
            undecided.append(text, sure, text.length());
        } else {
            state = State.BEFORE_TEXT;
            text(text.substring(end + END.length()));
        }
    }

    /** How many of the last characters may be the beginning of the end mark. */
    private static int lengthOfBegunEnd(String text) {
        int length = Math.min(END.length() - 1, text.length());
        while (!END.startsWith(text.substring(text.length() - length))) {
            length--;
        }
        return length;
    }

    private void pass(Object key, String part, Function<String, Chunk> kind) {
        Half before = halves.remove(key);
        String text = before == null ? part : before.half() + part;
        if (!text.isEmpty() && Character.isHighSurrogate(text.charAt(text.length() - 1))) {
            halves.put(key, new Half(text.substring(text.length() - 1), kind));
            text = text.substring(0, text.length() - 1);
        }
        if (!text.isEmpty()) {
            sink.accept(kind.apply(Text.repaired(text)));
        }
    }
}
