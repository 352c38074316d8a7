package dev.guildhall.core.completion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.guildhall.core.Refused;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.FinishReason;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.ports.usage.UsageCount;
import dev.guildhall.ports.usage.UsageEntry;
import dev.guildhall.ports.usage.UsageOutcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompletionAccountTest {
    private final CompletionFixture fixture = new CompletionFixture();

    private static ChunkSink leavingAfter(int pieces) {
        AtomicInteger taken = new AtomicInteger();
        return chunk -> {
            if (taken.incrementAndGet() > pieces) {
                throw new IllegalStateException("the client has left");
            }
        };
    }

    @Test
    void a_whole_answer_counts_as_the_provider_counted() {
        fixture.ask();

        UsageEntry entry = fixture.entry();
        assertThat(entry.usage()).isEqualTo(FakeModel.COST);
        assertThat(entry.outcome()).isEqualTo(UsageOutcome.COMPLETED);
        assertThat(entry.asked()).isEqualTo(new UsageEntry.Asked("first", "fast", 1));
        assertThat(entry.firstToken()).hasValue(Duration.ZERO);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 25, 49})
    void a_client_that_leaves_pays_for_what_left_the_model(int pieces) {
        Throwable thrown = catchThrowable(() -> fixture.ask(leavingAfter(pieces - 1)));

        UsageEntry entry = fixture.entry();
        assertThat(thrown).isInstanceOf(IllegalStateException.class).hasMessage("the client has left");
        assertThat(entry.outcome()).isEqualTo(UsageOutcome.CANCELLED);
        assertThat(entry.usage().completionTokens())
                .isEqualTo(pieces)
                .isEqualTo(fixture.model().pieces());
        assertThat(entry.usage().promptTokens()).isPositive();
        assertThat(entry.usage().estimated()).isTrue();
    }

    @Test
    void a_client_that_leaves_before_the_first_piece_pays_for_the_question() {
        fixture.model().does(sink -> {
            Thread.currentThread().interrupt();
            fixture.model().say(1, sink);
            return FakeModel.whole();
        });

        Refused.by(fixture::ask);
        boolean interrupted = Thread.interrupted();

        assertThat(interrupted).isTrue();
        assertThat(fixture.entry().outcome()).isEqualTo(UsageOutcome.CANCELLED);
        assertThat(fixture.entry().usage().completionTokens()).isZero();
        assertThat(fixture.entry().usage().promptTokens()).isPositive();
        assertThat(fixture.entry().firstToken()).isEmpty();
    }

    @Test
    void usage_that_the_provider_reported_before_it_failed_is_recorded() {
        fixture.model().does(sink -> {
            sink.accept(new Chunk.Counted(new Usage(400, 1)));
            fixture.model().say(7, sink);
            throw new Refusal(new CompletionProblem.ProviderTimedOut("idle"));
        });

        Refused.by(fixture::ask);

        assertThat(fixture.entry().usage()).isEqualTo(new Usage(400, 7, true));
        assertThat(fixture.entry().outcome()).isEqualTo(UsageOutcome.FAILED);
    }

    @Test
    void a_provider_that_fails_before_the_first_piece_costs_nothing() {
        fixture.model().fails(new CompletionProblem.ProviderFailed("down"));

        Refused.by(fixture::ask);

        assertThat(fixture.entry().usage()).isEqualTo(Usage.NONE);
        assertThat(fixture.entry().outcome()).isEqualTo(UsageOutcome.FAILED);
        assertThat(fixture.report().total()).isEqualTo(new UsageCount(0, 0, 1));
    }

    @Test
    void a_request_that_the_provider_refuses_is_not_counted() {
        fixture.model().fails(new CompletionProblem.RequestRefused("no such model"));

        Refused.by(fixture::ask);

        assertThat(fixture.entry().outcome()).isEqualTo(UsageOutcome.REFUSED);
        assertThat(fixture.report().total()).isEqualTo(UsageCount.ZERO);
        assertThat(fixture.report().byModel()).isEmpty();
    }

    @Test
    void calls_of_functions_count_too_when_the_answer_breaks_off() {
        fixture.model().does(sink -> {
            sink.accept(new Chunk.CallBegun(0, "c1", "web_search"));
            sink.accept(new Chunk.CallArguments(0, "{\"query\": \"something longer to look for\"}"));
            throw new Refusal(new CompletionProblem.ProviderFailed("connection closed"));
        });

        Refused.by(fixture::ask);

        assertThat(fixture.entry().usage().completionTokens()).isBetween(8L, 20L);
    }

    @Test
    void sums_equal_what_left_the_model_whatever_clients_do() {
        int[] leaving = {0, 1, 25, 49, 50, 50, 13};
        long taken = 0;
        for (int pieces : leaving) {
            int stop = pieces;
            Throwable left = catchThrowable(() -> fixture.ask(stop == 50 ? chunk -> {} : leavingAfter(stop)));
            assertThat(left == null).isEqualTo(stop == 50);
            taken += Math.min(FakeModel.PIECES, stop + 1);
        }

        assertThat(fixture.report().total().completionTokens())
                .isEqualTo(fixture.model().pieces())
                .isEqualTo(taken);
        assertThat(fixture.report().total().requests()).isEqualTo(leaving.length);
    }

    @Test
    void usage_counts_for_the_requested_model() {
        fixture.ask();

        assertThat(fixture.report().byModel()).containsOnlyKeys("fast");
        assertThat(fixture.model().asked().getFirst().sampling().model()).hasValue("fast");
    }

    @Test
    void usage_that_the_provider_does_not_report_is_marked_as_estimated() {
        fixture.model()
                .does(sink -> new Completion("hello", List.of(), "fast", new Usage(3, 1, true), FinishReason.STOP));

        fixture.ask();

        assertThat(fixture.entry().usage().estimated()).isTrue();
        assertThat(fixture.entry().firstToken()).isEmpty();
    }
}
