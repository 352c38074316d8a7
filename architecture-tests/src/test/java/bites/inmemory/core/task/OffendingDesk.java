package bites.inmemory.core.task;

import bites.inmemory.core.inmemory.InMemoryThings;

record OffendingDesk(InMemoryThings things) {}
