package bites.inmemory.core;

import bites.inmemory.core.inmemory.InMemoryThings;

record Core(InMemoryThings things) {
    record Parts(InMemoryThings things) {}
}
