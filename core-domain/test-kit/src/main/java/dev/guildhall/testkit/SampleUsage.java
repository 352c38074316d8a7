package dev.guildhall.testkit;

import dev.guildhall.ports.ApiKeyId;
import dev.guildhall.ports.AssistantVersion;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.ports.usage.UsageEntry;
import dev.guildhall.ports.usage.UsageEntryId;
import dev.guildhall.ports.usage.UsageOutcome;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** Builds entries of usage, each with an id of its own. */
public final class SampleUsage {
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private final UserId user;
    private String id = "use_%09d".formatted(NUMBERS.incrementAndGet()) + "_"
            + ProcessHandle.current().pid();
    private UserId countsFor;
    private Instant at = Sample.NOW;
    private String model = "fast";
    private Optional<ApiKeyId> keyId = Optional.empty();
    private Optional<AssistantVersion> assistant = Optional.empty();
    private Optional<BigDecimal> price = Optional.empty();
    private int attempts = 1;
    private Usage usage = new Usage(12, 50);
    private UsageOutcome outcome = UsageOutcome.COMPLETED;
    private Optional<Duration> firstToken = Optional.of(Duration.ofMillis(20));

    private SampleUsage(UserId user) {
        this.user = user;
        this.countsFor = user;
    }

    /** A request that this user made, completed at the first attempt. */
    public static SampleUsage of(UserId user) {
        return new SampleUsage(user);
    }

    /** Gives the entry an id that sorts after the ids with smaller numbers of this user. */
    public SampleUsage number(int number) {
        id = "use_%09d_".formatted(number) + user.value();
        return this;
    }

    public SampleUsage at(Instant moment) {
        at = moment;
        return this;
    }

    public SampleUsage model(String name) {
        model = name;
        return this;
    }

    public SampleUsage attempts(int count) {
        attempts = count;
        return this;
    }

    public SampleUsage cost(long prompt, long completion) {
        usage = new Usage(prompt, completion);
        return this;
    }

    public SampleUsage key(ApiKeyId id) {
        keyId = Optional.of(id);
        return this;
    }

    public SampleUsage assistant(AssistantVersion version) {
        assistant = Optional.of(version);
        return this;
    }

    public SampleUsage countsFor(UserId other) {
        countsFor = other;
        return this;
    }

    public SampleUsage price(String amount) {
        price = Optional.of(new BigDecimal(amount));
        return this;
    }

    public SampleUsage usage(Usage tokens) {
        usage = tokens;
        return this;
    }

    public SampleUsage estimated() {
        usage = new Usage(usage.promptTokens(), usage.completionTokens(), true);
        return this;
    }

    public SampleUsage outcome(UsageOutcome end) {
        outcome = end;
        return this;
    }

    public SampleUsage withoutFirstToken() {
        firstToken = Optional.empty();
        return this;
    }

    public UsageEntry build() {
        return new UsageEntry(
                new UsageEntryId(id),
                at,
                user,
                countsFor,
                keyId,
                assistant,
                new UsageEntry.Asked("openai", model, attempts),
                usage,
                price,
                outcome,
                firstToken,
                Duration.ofMillis(123));
    }
}
