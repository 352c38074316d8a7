package dev.guildhall.ports.memory;

import dev.guildhall.ports.ChatId;
import java.util.List;
import java.util.Optional;

/**
 * Selects memories.
 *
 * @param type only this type; absent means any
 * @param chatId only this conversation; absent means any and none
 * @param tags only memories with all of these tags; empty means any
 * @param superseded whether superseded memories are included: lists can include them, searches never do
 */
public record MemoryFilter(Optional<MemoryType> type, Optional<ChatId> chatId, List<String> tags, boolean superseded) {
    /** All memories that are not superseded. */
    public static final MemoryFilter ALL = new MemoryFilter(Optional.empty(), Optional.empty(), List.of());

    public MemoryFilter {
        tags = List.copyOf(tags);
    }

    /** Selects memories that are not superseded. */
    public MemoryFilter(Optional<MemoryType> type, Optional<ChatId> chatId, List<String> tags) {
        this(type, chatId, tags, false);
    }

    /** The same filter, including superseded memories. */
    public MemoryFilter withSuperseded() {
        return new MemoryFilter(type, chatId, tags, true);
    }

    /** The memories of one type. */
    public static MemoryFilter of(MemoryType type) {
        return new MemoryFilter(Optional.of(type), Optional.empty(), List.of());
    }

    /** Whether the filter selects a memory. */
    public boolean test(Memory memory) {
        return (superseded || memory.supersededBy().isEmpty())
                && type.filter(wanted -> wanted != memory.type()).isEmpty()
                && (chatId.isEmpty() || chatId.equals(memory.chatId()))
                && memory.tags().containsAll(tags);
    }
}
