package dev.guildhall.core.completion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Refused;
import dev.guildhall.core.config.CompletionLimits;
import dev.guildhall.ports.RateLimit;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.FinishReason;
import dev.guildhall.ports.completion.TokenAllowance;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.usage.Usage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TokenBudgetTest {
    private final CompletionFixture fixture =
            new CompletionFixture(CompletionLimits.DEFAULT.withTokens(new RateLimit(60)));

    private Optional<TokenAllowance> allowance() {
        return fixture.completions().allowance(fixture.caller());
    }

    @Test
    void a_user_with_tokens_left_may_ask_and_the_balance_may_become_negative() {
        fixture.ask();

        CommonProblem.RateLimited refused = (CommonProblem.RateLimited) Refused.by(fixture::ask);
        fixture.installation().time().advance(refused.retryAfter());
        fixture.ask();

        assertThat(refused.retryAfter()).isEqualTo(Duration.ofSeconds(3));
        assertThat(fixture.model().asked()).hasSize(2);
        assertThat(fixture.entries()).hasSize(2);
    }

    @Test
    void a_cost_beyond_belief_neither_gives_tokens_back_nor_loses_the_entry() {
        fixture.model()
                .does(sink ->
                        new Completion("hello", List.of(), "fast", new Usage(Long.MAX_VALUE, 1), FinishReason.STOP));

        fixture.ask();

        assertThat(fixture.entries()).hasSize(1);
        assertThat(allowance().orElseThrow().now().allowed()).isFalse();
    }

    @Test
    void a_read_of_the_remaining_tokens_costs_nothing() {
        assertThat(allowance()).hasValueSatisfying(left -> {
            assertThat(left.perMinute()).isEqualTo(60);
            assertThat(left.now().remaining()).isEqualTo(60);
        });
        assertThat(allowance().orElseThrow().now().remaining()).isEqualTo(60);
    }

    @Test
    void without_a_limit_there_is_no_allowance() {
        CompletionFixture free = new CompletionFixture();

        assertThat(free.completions().allowance(free.caller())).isEmpty();
    }
}
