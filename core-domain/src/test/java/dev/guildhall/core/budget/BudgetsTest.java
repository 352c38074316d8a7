package dev.guildhall.core.budget;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Core;
import dev.guildhall.core.Installation;
import dev.guildhall.core.Refused;
import dev.guildhall.core.config.Prices;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.ports.ApiKeyId;
import dev.guildhall.ports.Budget;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.RateLimit;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.account.AccountRights;
import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.FinishReason;
import dev.guildhall.ports.completion.ModelInfo;
import dev.guildhall.ports.completion.ModelPrice;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.AtOnce;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class BudgetsTest {
    private static final Currency USD = Currency.getInstance("USD");

    /** Each request of the model costs one unit. */
    private static final Prices ONE_EACH = new Prices(USD, Map.of("fast", price("100000")));

    private final Stores stores = InMemoryStores.empty();
    private final Installation installation =
            new Installation(stores, parts -> parts.chatModel(new TenTokens()).prices(ONE_EACH));
    private final Caller.User ada = installation.someone();

    private static ModelPrice price(String output) {
        return new ModelPrice(BigDecimal.ZERO, BigDecimal.ZERO, new BigDecimal(output), new BigDecimal(output));
    }

    /** Answers each request with ten tokens after a moment. */
    private record TenTokens() implements ChatModel {
        @Override
        public String provider() {
            return "ten";
        }

        @Override
        public String defaultModel() {
            return "fast";
        }

        @Override
        public List<ModelInfo> models() {
            return List.of(new ModelInfo("fast", "fast"));
        }

        @Override
        public Completion complete(CompletionRequest request) {
            return stream(request, chunk -> {});
        }

        @Override
        public Completion stream(CompletionRequest request, ChunkSink sink) {
            sink.accept(new Chunk.Text("words"));
            LockSupport.parkNanos(2_000_000);
            return new Completion("words", List.of(), "fast", new Usage(3, 10), FinishReason.STOP);
        }
    }

    private static Budget budget(int amount, Budget.Period period) {
        return new Budget(BigDecimal.valueOf(amount), USD, period);
    }

    private void limitAda(int amount, Budget.Period period) {
        stores.accounts()
                .setRights(ada.userId(), new AccountRights(false, Set.of(), Optional.of(budget(amount, period))));
    }

    private Caller.User withKey(Caller.Key.Limits limits) {
        ApiKeyId id = new ApiKeyId(Sample.id("key"));
        return new Caller.User(
                ada.userId(),
                ada.profileId(),
                new SessionId(id.value()),
                ada.roles(),
                Optional.empty(),
                Optional.of(new Caller.Key(id, ada.userId(), Optional.empty(), Optional.empty(), limits)));
    }

    private static Caller.Key.Limits limits(int amount, Budget.Period period) {
        return new Caller.Key.Limits(RateLimit.NONE, RateLimit.NONE, Optional.of(budget(amount, period)));
    }

    private static void ask(Core core, Caller caller) {
        core.completions().stream(caller, CompletionRequest.of("Hi"), chunk -> {});
    }

    private void ask(Caller caller) {
        ask(installation.core(), caller);
    }

    private CommonProblem.BudgetExceeded refused(Caller caller) {
        return (CommonProblem.BudgetExceeded) Refused.by(() -> ask(caller));
    }

    private Instant now() {
        return installation.time().instant();
    }

    @Test
    void an_account_spends_its_budget_and_no_more_until_it_renews() {
        limitAda(2, Budget.Period.DAY);
        ask(ada);
        ask(ada);

        CommonProblem.BudgetExceeded refused = refused(ada);

        Instant midnight = now().truncatedTo(ChronoUnit.DAYS).plus(1, ChronoUnit.DAYS);
        assertThat(refused.renewsAt()).isEqualTo(midnight);
        assertThat(refused.retryAfter()).isEqualTo(Duration.between(now(), midnight));
        assertThat(refused.message()).startsWith("BUDGET_EXCEEDED: ").contains("2 USD", midnight.toString());
        installation.time().advance(refused.retryAfter());
        ask(ada);
    }

    @Test
    void a_budget_of_a_month_renews_on_its_first_day() {
        limitAda(1, Budget.Period.MONTH);
        ask(ada);

        CommonProblem.BudgetExceeded refused = refused(ada);

        LocalDate next =
                LocalDate.ofInstant(now(), ZoneOffset.UTC).withDayOfMonth(1).plusMonths(1);
        assertThat(refused.renewsAt())
                .isEqualTo(next.atStartOfDay(ZoneOffset.UTC).toInstant());
        installation.time().advance(Duration.ofDays(1));
        boolean sameMonth = LocalDate.ofInstant(now(), ZoneOffset.UTC).isBefore(next);
        assertThat(sameMonth ? refused(ada).renewsAt() : refused.renewsAt()).isEqualTo(refused.renewsAt());
    }

    @Test
    void a_key_has_its_own_budget_within_that_of_its_account() {
        limitAda(3, Budget.Period.DAY);
        Caller.User one = withKey(limits(1, Budget.Period.DAY));
        Caller.User other = withKey(limits(9, Budget.Period.DAY));
        ask(one);

        assertThat(refused(one).message()).contains("API key", "1 USD");
        ask(other);
        ask(ada);
        assertThat(refused(other).message()).contains("account", "3 USD");
        assertThat(refused(ada).message()).contains("account");
    }

    @Test
    void the_key_of_a_group_spends_the_budget_of_its_maker_and_that_of_the_group() {
        limitAda(2, Budget.Period.DAY);
        Caller.User ofOneGroup = withKeyOf(installation.someone());
        Caller.User ofOther = withKeyOf(installation.someone());
        stores.accounts()
                .setRights(
                        ofOther.userId(),
                        new AccountRights(false, Set.of(), Optional.of(budget(1, Budget.Period.DAY))));
        ask(ofOther);

        assertThat(refused(ofOther).message()).contains("of 1 USD");

        ask(ofOneGroup);

        assertThat(refused(ofOneGroup).message()).contains("of 2 USD");
        assertThat(refused(withKeyOf(installation.someone())).message()).contains("of 2 USD");
        assertThat(refused(ada).message()).contains("of 2 USD");
        stores.removeAccount(ofOneGroup.userId());
        stores.removeAccount(ofOther.userId());
        assertThat(refused(ada).message()).contains("of 2 USD");
    }

    /** The account of a group, whose key ada has made. */
    private Caller.User withKeyOf(Caller.User group) {
        ApiKeyId id = new ApiKeyId(Sample.id("key"));
        return new Caller.User(
                group.userId(),
                group.profileId(),
                new SessionId(id.value()),
                group.roles(),
                Optional.empty(),
                Optional.of(
                        new Caller.Key(id, ada.userId(), Optional.empty(), Optional.empty(), Caller.Key.Limits.NONE)));
    }

    @Test
    void a_caller_with_a_budget_may_use_only_models_with_a_price() {
        Caller.User some = withKey(limits(9, Budget.Period.DAY));
        ask(some);

        for (Prices prices : List.of(Prices.NONE, new Prices(USD, Map.of("other", price("1"), "FAST", price("1"))))) {
            Installation other = new Installation(
                    stores, parts -> parts.chatModel(new TenTokens()).prices(prices));
            assertThat(Refused.by(() -> ask(other.core(), some)).message())
                    .startsWith("model: \"fast\" has no price, and your budget allows only models with one");
            ask(other.core(), ada);
        }
    }

    @Test
    void where_the_operator_allows_it_a_model_without_a_price_is_used_beside_any_budget() {
        Caller.User none = withKey(limits(0, Budget.Period.DAY));
        Installation allowing = new Installation(
                stores,
                parts -> parts.chatModel(new TenTokens()).prices(new Prices(USD, Map.of("other", price("1")), true)));

        refused(none);
        ask(allowing.core(), none);
    }

    @Test
    void a_changed_budget_holds_within_a_second() {
        ask(ada);
        ask(ada);
        limitAda(1, Budget.Period.DAY);
        installation.time().advance(Duration.ofSeconds(1));

        refused(ada);

        limitAda(3, Budget.Period.DAY);
        installation.time().advance(Duration.ofSeconds(1));
        ask(ada);
    }

    @Test
    void what_another_node_spends_counts() {
        limitAda(2, Budget.Period.DAY);
        Installation other = new Installation(
                stores, parts -> parts.chatModel(new TenTokens()).prices(ONE_EACH));
        ask(other.core(), ada);
        ask(ada);

        refused(ada);

        assertThat(Refused.by(() -> ask(other.core(), ada))).isInstanceOf(CommonProblem.BudgetExceeded.class);
    }

    @Test
    void a_key_uses_up_its_tokens_while_its_account_has_none_to_count() {
        Caller.User key = withKey(new Caller.Key.Limits(RateLimit.NONE, new RateLimit(13), Optional.empty()));
        ask(key);

        CommonProblem.RateLimited refused = (CommonProblem.RateLimited) Refused.by(() -> ask(key));

        assertThat(refused.retryAfter()).isPositive();
        ask(ada);
        ask(withKey(Caller.Key.Limits.NONE));
        installation.time().advance(Duration.ofMinutes(1));
        ask(key);
    }

    @Test
    void five_hundred_streams_on_two_nodes_exceed_a_budget_by_no_more_than_those_under_way() throws Exception {
        int streams = 500;
        int most = 1_000;
        limitAda(most, Budget.Period.MONTH);
        List<Core> nodes = List.of(node(), node());
        nodes.forEach(Core::start);
        List<Callable<Integer>> callers = new ArrayList<>();
        for (int i = 0; i < streams; i++) {
            Core node = nodes.get(i % nodes.size());
            callers.add(() -> asksUntilRefused(node, 6));
        }

        int accepted = AtOnce.run(callers).stream().mapToInt(Integer::intValue).sum();

        nodes.forEach(Core::close);
        // A node does not store its requests at once as long as they cost less than a tenth of what is left.
        assertThat(accepted).isBetween(most, most + streams + most / 10);
        assertThat(nodes)
                .allSatisfy(node ->
                        assertThat(Refused.by(() -> ask(node, ada))).isInstanceOf(CommonProblem.BudgetExceeded.class));
    }

    private int asksUntilRefused(Core node, int most) {
        for (int asked = 0; asked < most; asked++) {
            try {
                ask(node, ada);
            } catch (Refusal refusal) {
                assertThat(refusal.problem()).isInstanceOf(CommonProblem.BudgetExceeded.class);
                return asked;
            }
        }
        return most;
    }

    /** With the clock of the system. */
    private Core node() {
        return Core.of(parts -> parts.stores(stores).chatModel(new TenTokens()).prices(ONE_EACH));
    }
}
