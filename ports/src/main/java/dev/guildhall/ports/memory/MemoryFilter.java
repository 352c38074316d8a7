package dev.guildhall.ports.memory;

import dev.guildhall.ports.ChatId;
import java.util.List;
import java.util.Optional;

/**
 * Which memories are meant.
 *
 * @param type of this type alone; absent means of any
 * @param chatId of this conversation alone; absent means of any and of none
 * @param tags with all of these tags; empty means with any and without
 * @param superseded whether those in whose place others hold are meant too: only a list has them, no search finds them
 */
public record MemoryFilter(Optional<MemoryType> type, Optional<ChatId> chatId, List<String> tags, boolean superseded) {
    /** All that hold. */
    public static final MemoryFilter ALL = new MemoryFilter(Optional.empty(), Optional.empty(), List.of());

    public MemoryFilter {
        tags = List.copyOf(tags);
    }

    /** Those that hold. */
    public MemoryFilter(Optional<MemoryType> type, Optional<ChatId> chatId, List<String> tags) {
        this(type, chatId, tags, false);
    }

    /** The same, those included in whose place others hold. */
    public MemoryFilter withSuperseded() {
        return new MemoryFilter(type, chatId, tags, true);
    }

    /** Those of one type. */
    public static MemoryFilter of(MemoryType type) {
        return new MemoryFilter(Optional.of(type), Optional.empty(), List.of());
    }

    /** Whether a memory is meant. */
    public boolean test(Memory memory) {
        return (superseded || memory.supersededBy().isEmpty())
                && type.filter(wanted -> wanted != memory.type()).isEmpty()
                && (chatId.isEmpty() || chatId.equals(memory.chatId()))
                && memory.tags().containsAll(tags);
    }
}
