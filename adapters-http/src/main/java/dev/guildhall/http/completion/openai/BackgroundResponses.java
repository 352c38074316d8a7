package dev.guildhall.http.completion.openai;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.error.ErrorForm;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.Completions;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.response.EventBatch;
import dev.guildhall.ports.response.ResponseId;
import dev.guildhall.ports.response.ResponseRunner;
import dev.guildhall.ports.response.ResponseStatus;
import dev.guildhall.ports.response.StoredResponse;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.JsonBytes;
import dev.guildhall.wire.openai.ResponseEvents;
import dev.guildhall.wire.openai.ResponseStart;
import dev.guildhall.wire.openai.ResponseState;
import dev.guildhall.wire.openai.ResponsesBody;
import dev.guildhall.wire.openai.ResponsesRequest;
import dev.guildhall.wire.openai.StoredItems;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** Gives background answers of {@code responses}. */
public final class BackgroundResponses implements ResponseRunner {
    private static final ErrorForm ERRORS = new OpenAiErrors();
    private static final OpenAiErrors.ErrorJson LOST = new OpenAiErrors.ErrorJson(new OpenAiErrors.Fault(
            "the task of the response ended without an answer", "server_error", null, "server_error"));

    private final InstantSource clock;

    public BackgroundResponses(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public Result run(Caller.User owner, Attempt attempt, Completions completions, Consumer<EventBatch> events) {
        ResponseStart start = start(attempt);
        try (Recorded recorded = new Recorded(start, clock, events)) {
            recorded.passInTime();
            try {
                recorded.end(completions.stream(owner, start.order().request(), recorded));
            } catch (Refusal refusal) {
                if (refusal.problem() instanceof CommonProblem.Cancelled) {
                    throw refusal;
                }
                recorded.fail(ERRORS.body(ERRORS.of(refusal.problem()), start.id()));
            }
            return recorded.result();
        }
    }

    @Override
    public Result fail(Attempt attempt, Consumer<EventBatch> events) {
        try (Recorded recorded = new Recorded(start(attempt), clock, events)) {
            recorded.fail(LOST);
            return recorded.result();
        }
    }

    private static ResponseStart start(Attempt attempt) {
        StoredResponse response = attempt.response();
        return new ResponseStart(
                order(StoredItems.tree(response.request()), attempt.history()),
                response.id().value(),
                response.createdAt().getEpochSecond(),
                new ResponseState(true, true, response.previous().map(ResponseId::value)),
                attempt.firstEvent());
    }

    /** The request with the whole conversation. */
    static ResponsesRequest order(JsonNode body, List<StoredResponse> history) {
        byte[] whole = StoredItems.withConversation(
                body,
                history.stream()
                        .map(before -> new StoredItems.Answered(before.input(), before.answer()))
                        .toList());
        return ResponsesBody.read(JsonBody.parse(whole), ByteBuffer.wrap(whole));
    }

    /**
     * Passes the events on in batches, a few in a second, also while the provider is silent. For the thread of its answer,
     * and one that passes on what has waited.
     */
    private static final class Recorded implements ChunkSink, AutoCloseable {
        private static final Duration BETWEEN = Duration.ofMillis(100);
        private static final int MOST_BYTES = 16 * 1024;

        private final InstantSource clock;
        private final ResponseEvents dialect;
        private final Consumer<EventBatch> events;
        private final JsonBytes collected = new JsonBytes();
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition change = lock.newCondition();
        private Optional<RuntimeException> unpassed = Optional.empty();
        private boolean isClosed;
        private Optional<Result> result = Optional.empty();
        private int passed;
        private Instant last;

        Recorded(ResponseStart start, InstantSource clock, Consumer<EventBatch> events) {
            this.clock = clock;
            this.events = events;
            this.last = clock.instant();
            this.passed = start.firstEvent();
            this.dialect = new ResponseEvents(start, clock, this::ended);
        }

        private void ended(String status, byte[] answer) {
            result = Optional.of(new Result(
                    ResponseStatus.valueOf(status.toUpperCase(Locale.ROOT)),
                    new String(answer, StandardCharsets.UTF_8)));
        }

        Result result() {
            return result.orElseThrow(() -> new IllegalStateException("the answer has no end"));
        }

        /** Begins to pass on what has waited. The thread is not interrupted, which would break a connection to the store. */
        void passInTime() {
            Thread.ofVirtual()
                    .name("response-events")
                    .start(() -> guarded(() -> {
                        try {
                            while (!isClosed) {
                                if (!change.await(BETWEEN.toMillis(), TimeUnit.MILLISECONDS) && !isClosed) {
                                    pass();
                                }
                            }
                        } catch (InterruptedException ended) {
                            Thread.currentThread().interrupt();
                        } catch (RuntimeException failure) {
                            unpassed = Optional.of(failure);
                        }
                    }));
        }

        private void guarded(Runnable work) {
            lock.lock();
            try {
                work.run();
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void accept(Chunk chunk) {
            guarded(() -> {
                unpassed.ifPresent(failure -> {
                    throw failure;
                });
                dialect.piece(collected, chunk);
                if (collected.length() >= MOST_BYTES) {
                    pass();
                }
            });
        }

        @Override
        public void settle() {
            guarded(() -> {
                if (!clock.instant().isBefore(last.plus(BETWEEN))) {
                    pass();
                }
            });
        }

        @Override
        public boolean wantsWhole() {
            return false;
        }

        void end(Completion completion) {
            guarded(() -> {
                dialect.end(collected, completion);
                pass();
            });
        }

        void fail(Object error) {
            guarded(() -> {
                dialect.error(collected, error);
                pass();
            });
        }

        @Override
        public void close() {
            guarded(() -> {
                isClosed = true;
                change.signalAll();
            });
        }

        private void pass() {
            if (dialect.next() > passed) {
                collected.drainTo((bytes, length) -> events.accept(new EventBatch(
                        passed, dialect.next() - 1, new String(bytes, 0, length, StandardCharsets.UTF_8))));
                passed = dialect.next();
                last = clock.instant();
            }
        }
    }
}
