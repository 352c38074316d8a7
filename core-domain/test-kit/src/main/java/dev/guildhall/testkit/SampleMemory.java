package dev.guildhall.testkit;

import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryId;
import dev.guildhall.ports.memory.MemoryType;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Builds a {@link Memory}. Not thread-safe. */
public final class SampleMemory {
    private final UserId userId;
    private Optional<UserId> countsFor = Optional.empty();
    private MemoryType type = MemoryType.LONG_TERM;
    private String content = "prefers tea, 茶";
    private double importance = Memory.DEFAULT_IMPORTANCE;
    private List<String> tags = List.of();
    private Optional<ChatId> chatId = Optional.empty();
    private Optional<String> source = Optional.empty();
    private Instant createdAt = Sample.NOW;

    SampleMemory(UserId userId) {
        this.userId = userId;
    }

    public SampleMemory countingFor(UserId user) {
        countsFor = Optional.of(user);
        return this;
    }

    public SampleMemory content(String words) {
        content = words;
        return this;
    }

    public SampleMemory type(MemoryType kind) {
        type = kind;
        return this;
    }

    public SampleMemory importance(double weight) {
        importance = weight;
        return this;
    }

    public SampleMemory tags(String... words) {
        tags = List.of(words);
        return this;
    }

    public SampleMemory saidIn(ChatId chat) {
        chatId = Optional.of(chat);
        return this;
    }

    public SampleMemory takenFrom(String message) {
        source = Optional.of(message);
        return this;
    }

    public SampleMemory createdAt(Instant moment) {
        createdAt = moment;
        return this;
    }

    public Memory build() {
        MemoryId id = new MemoryId(Sample.id("mem"));
        return new Memory(
                id, userId, countsFor, type, content, importance, tags, chatId, source, createdAt, Optional.empty());
    }
}
