package bites.inmemory.app;

import bites.inmemory.core.inmemory.InMemoryThings;

record OffendingWiring(InMemoryThings things) {}
