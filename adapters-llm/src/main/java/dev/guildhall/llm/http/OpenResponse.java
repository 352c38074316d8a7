package dev.guildhall.llm.http;

import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.ChunkSink;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads the body of a response. Closing it closes the connection, so that the provider stops, unless the answer is
 * complete: then the connection goes back to the pool. For one thread.
 */
public final class OpenResponse implements AutoCloseable {
    private final Response response;
    private final CallProgress progress;
    private final ResponseMemory.Share memory;
    private boolean finished;

    public OpenResponse(Response response, CallProgress progress, ResponseMemory memory) {
        this.response = response;
        this.progress = progress;
        this.memory = memory.share();
    }

    public Response response() {
        return response;
    }

    /** Whether the body is one JSON value, and not a stream. */
    public boolean isJson() {
        return response.isJson();
    }

    /** Reads the whole body as JSON. */
    public <T> T json(long maxBytes, ProviderJson.Form<T> form) throws IOException {
        T value = ProviderJson.read(whole(maxBytes), form);
        finish();
        return value;
    }

    /** Reads the whole body into a record. */
    public <T> T json(long maxBytes, Class<T> type) throws IOException {
        T value = ProviderJson.read(whole(maxBytes), type);
        finish();
        return value;
    }

    private Slice whole(long maxBytes) throws IOException {
        byte[] bytes = new Bounded(response.body(), maxBytes, memory).readAllBytes();
        return new Slice(bytes, 0, bytes.length);
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
        return new LineReader(response.body(), maxBytes, memory);
    }

    /** A sink that reserves memory for each chunk where the chunks are kept for the whole answer. */
    public ChunkSink keeping(ChunkSink sink) {
        return sink.wantsWhole() ? new MeteredSink(sink, memory) : sink;
    }

    /**
     * A part of the answer has arrived. Comments and events without a part of the answer do not count: they show that the
     * connection is open, not that the model answers.
     */
    public void tokenArrived() {
        progress.tokenArrived();
    }

    /** The answer is complete. */
    public void finish() {
        finished = true;
        progress.unwatch();
    }

    @Override
    public void close() {
        progress.unwatch();
        memory.close();
        response.close(finished);
    }

    private record MeteredSink(ChunkSink sink, ResponseMemory.Share memory) implements ChunkSink {
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

    /** Fails when the body has more bytes than its bound. */
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
                throw new UnreadableAnswer("the provider's answer is too long");
            }
            memory.grow((long) Limits.HEAP_PER_BYTE * Math.max(0, read));
            return read;
        }
    }
}
