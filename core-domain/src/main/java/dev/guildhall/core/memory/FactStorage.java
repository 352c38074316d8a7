package dev.guildhall.core.memory;

import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Limit;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryFilter;
import dev.guildhall.ports.memory.MemoryStore;
import dev.guildhall.ports.memory.MemoryType;
import dev.guildhall.ports.memory.NewMemory;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Stores the durable facts of a user's messages, each once. A fact of a topic that has one fact at a time, such as the
 * user's home, or whether the user likes a thing, supersedes the previous one, which is kept and not shown. Texts of models and tools are not read.
 */
public final class FactStorage {
    /** The tag of all facts that were extracted from messages. */
    static final String TAG = "fact";

    private static final String SPACED = "[\\p{L}\\p{N}&&[^\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}]]";
    private static final String NO_LETTER_BEFORE = "(?<!" + SPACED + ")";
    private static final String NO_LETTER_AFTER = "(?!" + SPACED + ")";

    private final MemoryStore store;
    private final MemoryWriter writer;

    public FactStorage(MemoryStore store, MemoryWriter writer) {
        this.store = store;
        this.writer = writer;
    }

    public record Prepared(UserId userId, List<Ready> facts) {
        public Prepared {
            facts = List.copyOf(facts);
        }
    }

    /**
     * A user's message.
     *
     * @param countsFor as in {@link Memory}
     */
    public record Message(UserId userId, Optional<UserId> countsFor, ChatId chatId, String said) {}

    /** A fact with its topic, and what of that has ended, as in {@link StatedFact}. */
    public record Ready(Optional<String> topic, Optional<String> ended, MemoryWriter.Prepared memory) {}

    /** Finds the facts by rules in the user's own words, which are stored as the source with secrets removed. */
    public Prepared prepare(Message message) {
        return prepare(message, FactRules.in(message.said()));
    }

    /** The same with facts that a model has found in the message. */
    Prepared prepare(Message message, List<StatedFact> facts) {
        return new Prepared(
                message.userId(),
                facts.stream()
                        .map(fact -> new Ready(fact.topic(), fact.ended(), prepare(message, fact)))
                        .toList());
    }

    private MemoryWriter.Prepared prepare(Message message, StatedFact fact) {
        NewMemory memory = new NewMemory(
                message.userId(),
                message.countsFor(),
                MemoryType.LONG_TERM,
                fact.content(),
                fact.importance(),
                Stream.concat(Stream.of(TAG), fact.topic().stream()).toList(),
                Optional.of(message.chatId()));
        return writer.prepareWords(
                memory, Optional.of(SecretText.masked(Text.beginning(message.said(), NewMemory.MOST_CHARACTERS))));
    }

    /** Writes them, in a transaction. */
    public void write(Prepared prepared) {
        for (Ready one : prepared.facts()) {
            Memory now = writer.write(one.memory());
            one.topic().ifPresent(topic -> supersede(topic, one.ended(), now));
        }
    }

    /** Applies to all conversations. When something has ended, only the facts that contain it are superseded. */
    private void supersede(String topic, Optional<String> ended, Memory now) {
        MemoryFilter sameTopic =
                new MemoryFilter(Optional.of(MemoryType.LONG_TERM), Optional.empty(), List.of(TAG, topic));
        String said = Fingerprint.of(now.content());
        Optional<Pattern> words = ended.map(FactStorage::words);
        Optional<PageRequest> next = Optional.of(new PageRequest(new Limit(Limit.MAX), Optional.empty()));
        while (next.isPresent()) {
            Page<Memory> page = store.list(now.userId(), sameTopic, next.get()).page();
            page.items().stream()
                    .filter(before -> !Fingerprint.of(before.content()).equals(said))
                    .filter(before ->
                            words.map(thing -> contains(before, thing)).orElse(true))
                    .forEach(before -> store.update(before.supersededBy(now.id())));
            next = page.next().map(behind -> new PageRequest(new Limit(Limit.MAX), Optional.of(behind)));
        }
    }

    /** A thing as words of its own, which scripts without spaces do not set apart. */
    private static Pattern words(String thing) {
        return Pattern.compile(NO_LETTER_BEFORE + Pattern.quote(thing) + NO_LETTER_AFTER);
    }

    private static boolean contains(Memory fact, Pattern thing) {
        return thing.matcher(fact.content().toLowerCase(Locale.ROOT)).find();
    }
}
