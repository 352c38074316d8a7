package bites.chance.core.inmemory;

import java.util.UUID;

record InMemoryIds() {
    UUID next() {
        return UUID.randomUUID();
    }
}
