package dev.guildhall.ports.memory;

import dev.guildhall.ports.Limit;
import dev.guildhall.ports.UserId;
import java.util.List;

/** Driven port: memories. Blocks. Thread-safe; takes part in {@code Transactions}. */
public interface MemoryStore {
    /** Keeps a new memory. */
    void add(Memory memory);

    /** A user's memories of one type, newest first. */
    List<Memory> ofUser(UserId userId, MemoryType type, Limit limit);
}
