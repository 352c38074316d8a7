package dev.guildhall.core.completion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Installation;
import dev.guildhall.core.Limits;
import dev.guildhall.core.config.CompletionLimits;
import dev.guildhall.core.config.Fallbacks;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.RateLimit;
import dev.guildhall.ports.RateLimiter;
import dev.guildhall.ports.RateVerdict;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.FinishReason;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.ports.usage.UsageEntry;
import dev.guildhall.ports.usage.UsageOutcome;
import dev.guildhall.testkit.ManualTicker;
import dev.guildhall.testkit.Sample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random failures of providers and clients: each request has one correct entry, and every permit is released. */
@Timeout(60)
class CompletionPropertyTest {
    private static final int REQUESTS = 400;
    private static final int MOST_PIECES = 6;
    private static final int LONGEST_TRY_MS = 9_000;
    private static final Duration TOTAL = Duration.ofSeconds(20);
    private static final RateLimit TOKENS = new RateLimit(1_000_000_000);

    private final ManualTicker time = new ManualTicker(Sample.NOW);
    private final List<Charge> charges = new ArrayList<>();
    private final FakeModel first = new FakeModel("first");
    private final FakeModel second = new FakeModel("second");
    private Random random = new Random();
    private Seen seen = new Seen();

    private record Charge(String key, long tokens) {}

    /** One request from the view of the client, and how often it was sent to a provider. */
    private static final class Seen {
        private int pieces;
        private int leavesAfter = Integer.MAX_VALUE;
        private int tries;
        private boolean leftInAWait;
        private Optional<Completion> answer = Optional.empty();
        private Optional<Throwable> failure = Optional.empty();

        boolean hasLeft() {
            return leftInAWait || pieces > leavesAfter;
        }
    }

    private static final class Disconnected extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** Allows every request, and records the charges. */
    private final class Ledger implements RateLimiter {
        @Override
        public RateVerdict take(String key, RateLimit limit) {
            return open();
        }

        @Override
        public RateVerdict look(String key, RateLimit limit) {
            return open();
        }

        @Override
        public void charge(String key, RateLimit limit, long tokens) {
            charges.add(new Charge(key, tokens));
        }

        private RateVerdict open() {
            return new RateVerdict(true, 1, Duration.ZERO, Duration.ZERO);
        }
    }

    private Installation installation() {
        CompletionLimits limits = CompletionLimits.DEFAULT
                .withTokens(TOKENS)
                .withTotal(TOTAL)
                .withCalls(new CompletionLimits.Calls(1, 1, 0, Duration.ofSeconds(1)));
        return new Installation(parts -> parts.clock(time)
                .ticker(this::pause)
                .secrets(this::bytes)
                .rateLimiter(new Ledger())
                .chatModel(first)
                .fallbacks(new Fallbacks(Map.of(Fallbacks.ANY, List.of(new Fallbacks.Fallback(second, "spare")))))
                .limits(Limits.DEFAULT.withCompletion(limits)));
    }

    private static Caller.User someone() {
        Caller.User user = Sample.user();
        UserId external = new UserId(UserId.EXTERNAL + Sample.id("one"));
        return new Caller.User(external, user.profileId(), user.sessionId(), user.roles());
    }

    private byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Waits end at once; sometimes the client disconnects during one. */
    private void pause(Duration wait) throws InterruptedException {
        time.advance(wait);
        if (random.nextInt(12) == 0) {
            seen.leftInAWait = true;
            throw new InterruptedException("the client has left");
        }
    }

    private Function<ChunkSink, Completion> randomTry() {
        int behaviour = random.nextInt(8);
        int pieces = 1 + random.nextInt(MOST_PIECES);
        Duration taken = Duration.ofMillis(random.nextInt(LONGEST_TRY_MS));
        Problem early = problem();
        Problem late = problem();
        return sink -> {
            seen.tries++;
            time.advance(taken);
            return switch (behaviour) {
                case 0, 1, 2 -> throw new Refusal(early);
                case 3 -> {
                    say(pieces, sink);
                    throw new Refusal(late);
                }
                case 4 -> throw new IllegalStateException("a bug");
                default -> {
                    say(pieces, sink);
                    yield new Completion(
                            "token ".repeat(pieces), List.of(), "fast", new Usage(7, pieces), FinishReason.STOP);
                }
            };
        };
    }

    private static void say(int pieces, ChunkSink sink) {
        for (int i = 0; i < pieces; i++) {
            sink.accept(new Chunk.Text("token "));
        }
        sink.settle();
    }

    private Problem problem() {
        return switch (random.nextInt(7)) {
            case 0 -> new CompletionProblem.ProviderFailed("busy", true);
            case 1 -> new CompletionProblem.ProviderFailed("busy", true, Optional.of(Duration.ofSeconds(1)));
            case 2 -> new CompletionProblem.ProviderFailed("broken");
            case 3 -> new CompletionProblem.ProviderLimited(Optional.of(Duration.ofSeconds(random.nextInt(4))));
            case 4 -> new CompletionProblem.ProviderTimedOut("first token");
            case 5 -> new CompletionProblem.RequestRefused("no");
            default -> new CommonProblem.Cancelled();
        };
    }

    private ChunkSink client() {
        return chunk -> {
            seen.pieces++;
            if (seen.hasLeft()) {
                throw new Disconnected();
            }
        };
    }

    private void ask(Installation installation, Caller.User caller) {
        seen = new Seen();
        seen.leavesAfter = random.nextInt(3) == 0 ? random.nextInt(MOST_PIECES) : Integer.MAX_VALUE;
        try {
            seen.answer = Optional.of(
                    installation.core().completions().stream(caller, CompletionRequest.of("Say something."), client()));
        } catch (RuntimeException failure) {
            seen.failure = Optional.of(failure);
        }
        if (seen.leftInAWait) {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {20_261_122, 1, 2, 3, 4, 5, 6, 7})
    void every_request_has_one_correct_entry_and_releases_its_permits(long seed) {
        random = new Random(seed);
        Installation installation = installation();
        Set<UsageOutcome> outcomes = EnumSet.noneOf(UsageOutcome.class);
        for (int request = 0; request < REQUESTS; request++) {
            Caller.User caller = someone();
            charges.clear();
            for (int i = 0; i < 3; i++) {
                first.does(randomTry());
                second.does(randomTry());
            }

            ask(installation, caller);
            first.forgetsTheRest();
            second.forgetsTheRest();

            String about = "seed " + seed + ", request " + request + ", " + seen.failure;
            List<UsageEntry> entries = installation
                    .core()
                    .usage()
                    .requests(caller, PageRequest.first())
                    .items();
            assertThat(entries).as(about).hasSize(1);
            UsageEntry entry = entries.getFirst();
            outcomes.add(entry.outcome());
            assertThat(entry.outcome()).as(about).isEqualTo(expectedOutcome());
            assertThat(entry.asked().attempts()).as(about).isEqualTo(seen.tries);
            assertThat(entry.firstToken().isPresent()).as(about).isEqualTo(seen.pieces > 0);
            assertThat(entry.usage().completionTokens()).as(about).isEqualTo(seen.pieces);
            assertThat(entry.duration()).as(about).isLessThanOrEqualTo(TOTAL.plusMillis(LONGEST_TRY_MS));
            long tokens = entry.usage().promptTokens() + entry.usage().completionTokens();
            assertThat(charges)
                    .as(about)
                    .isEqualTo(
                            tokens == 0
                                    ? List.of()
                                    : List.of(new Charge(
                                            "tokens:" + caller.userId().value(), tokens)));
        }
        assertThat(outcomes).containsExactlyInAnyOrder(UsageOutcome.values());
    }

    /**
     * A permit that was not released would refuse every later request: there is one permit, and no request may wait.
     */
    private UsageOutcome expectedOutcome() {
        if (seen.answer.isPresent()) {
            return UsageOutcome.COMPLETED;
        }
        Throwable failure = seen.failure.orElseThrow();
        if (seen.hasLeft() || failure instanceof Disconnected) {
            return UsageOutcome.CANCELLED;
        }
        if (!(failure instanceof Refusal refusal)) {
            return UsageOutcome.FAILED;
        }
        assertThat(refusal.problem()).isNotInstanceOf(CompletionProblem.TooManyAtOnce.class);
        assertThat(refusal.problem()).isNotInstanceOf(CommonProblem.RateLimited.class);
        return switch (refusal.problem()) {
            case CommonProblem.Cancelled ignored -> UsageOutcome.CANCELLED;
            case CompletionProblem.RequestRefused ignored -> UsageOutcome.REFUSED;
            default -> UsageOutcome.FAILED;
        };
    }
}
