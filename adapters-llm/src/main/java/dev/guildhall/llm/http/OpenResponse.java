package dev.guildhall.llm.http;

import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.ChunkSink;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * A call whose answer has begun. Closing it ends the call upstream at once, unless the answer was read to its end: then
 * the connection stays open for the next call. For one thread.
 */
public final class OpenResponse implements AutoCloseable {
    private final HttpCalls calls;
    private final HttpCalls.Answer answer;
    private final CallProgress progress;
    private final ResponseMemory.Share memory;
    private boolean finished;

    public OpenResponse(HttpCalls calls, HttpCalls.Answer answer, CallProgress progress, ResponseMemory memory) {
        this.calls = calls;
        this.answer = answer;
        this.progress = progress;
        this.memory = memory.share();
    }

    public HttpCalls.Answer answer() {
        return answer;
    }

    /** Whether the answer is one JSON value, and no stream. */
    public boolean isJson() {
        return answer.head().isJson();
    }

    /** The whole body as JSON. */
    public <T> T json(long maxBytes, ProviderJson.Form<T> form) throws IOException {
        T value = ProviderJson.read(whole(maxBytes), form);
        finish();
        return value;
    }

    /** The whole body as a record. */
    public <T> T json(long maxBytes, Class<T> type) throws IOException {
        T value = ProviderJson.read(whole(maxBytes), type);
        finish();
        return value;
    }

    private Slice whole(long maxBytes) throws IOException {
        Optional<Slice> atHand = answer.body().atHand();
        if (atHand.isPresent()) {
            return bounded(atHand.get(), maxBytes);
        }
        byte[] bytes = new Bounded(answer.body(), maxBytes, memory).readAllBytes();
        return new Slice(bytes, 0, bytes.length);
    }

    private static Slice bounded(Slice whole, long maxBytes) throws UnreadableAnswer {
        if (whole.length() > maxBytes) {
            throw tooLong();
        }
        return whole;
    }

    private static UnreadableAnswer tooLong() {
        return new UnreadableAnswer("the provider's answer is too long");
    }

    /**
     * The body as events, with the timers of a stream.
     *
     * @param sink settles before each wait
     */
    public SseReader events(ProviderTimeouts timeouts, long maxBytes, ChunkSink sink) {
        return new SseReader(lines(timeouts, maxBytes, sink));
    }

    /**
     * The body as lines, with the timers of a stream.
     *
     * @param sink settles before each wait
     */
    public LineReader lines(ProviderTimeouts timeouts, long maxBytes, ChunkSink sink) {
        progress.watch(new StreamWaits(progress, timeouts, sink));
        return new LineReader(answer.body(), maxBytes, memory);
    }

    /** A sink whose pieces are kept for the whole: they take their share of the memory of all answers. */
    public ChunkSink keeping(ChunkSink sink) {
        return sink.wantsWhole() ? new Kept(sink, memory) : sink;
    }

    /**
     * Something of the answer has arrived. Comments, and events with nothing of the answer in them, are no such thing:
     * they tell that a connection lives, and not that an answer comes.
     */
    public void tokenArrived() {
        progress.tokenArrived();
    }

    /** The answer is whole. */
    public void finish() {
        finished = true;
        progress.unwatch();
    }

    @Override
    public void close() {
        progress.unwatch();
        memory.close();
        calls.release(answer, finished);
    }

    private record Kept(ChunkSink sink, ResponseMemory.Share memory) implements ChunkSink {
        @Override
        public void accept(Chunk chunk) {
            memory.grow((long) Limits.HEAP_PER_CHARACTER * length(chunk));
            sink.accept(chunk);
        }

        private static int length(Chunk chunk) {
            return switch (chunk) {
                case Chunk.Text(String content) -> content.length();
                case Chunk.Refused(String content) -> content.length();
                case Chunk.CallBegun begun ->
                    begun.id().length() + begun.function().length();
                case Chunk.CallArguments arguments -> arguments.json().length();
                case Chunk.Counted ignored -> 0;
            };
        }

        @Override
        public void settle() {
            sink.settle();
        }
    }

    /** Refuses to read on past a bound. */
    private static final class Bounded extends FilterInputStream {
        private final ResponseMemory.Share memory;
        private long left;

        Bounded(InputStream body, long maxBytes, ResponseMemory.Share memory) {
            super(body);
            this.memory = memory;
            this.left = maxBytes;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int read = in.read(into, offset, length);
            left -= Math.max(0, read);
            if (left < 0) {
                throw tooLong();
            }
            memory.grow((long) Limits.HEAP_PER_BYTE * Math.max(0, read));
            return read;
        }
    }
}
