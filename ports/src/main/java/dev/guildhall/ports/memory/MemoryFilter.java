package dev.guildhall.ports.memory;

import dev.guildhall.ports.ChatId;
import java.util.List;
import java.util.Optional;

/**
 * Which memories are meant. What others hold in the place of is never among them.
 *
 * @param type of this type alone; absent means of any
 * @param chatId of this conversation alone; absent means of any and of none
 * @param tags with all of these tags; empty means with any and without
 */
public record MemoryFilter(Optional<MemoryType> type, Optional<ChatId> chatId, List<String> tags) {
    /** All. */
    public static final MemoryFilter ALL = new MemoryFilter(Optional.empty(), Optional.empty(), List.of());

    public MemoryFilter {
        tags = List.copyOf(tags);
    }

    /** Those of one type. */
    public static MemoryFilter of(MemoryType type) {
        return new MemoryFilter(Optional.of(type), Optional.empty(), List.of());
    }

    /** Whether a memory is meant. */
    public boolean test(Memory memory) {
        return memory.supersededBy().isEmpty()
                && type.filter(wanted -> wanted != memory.type()).isEmpty()
                && (chatId.isEmpty() || chatId.equals(memory.chatId()))
                && memory.tags().containsAll(tags);
    }
}
