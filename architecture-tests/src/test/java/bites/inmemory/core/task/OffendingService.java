package bites.inmemory.core.task;

import bites.inmemory.core.inmemory.InMemoryThings;

record OffendingService(InMemoryThings things) {}
