package bites.inmemory.core;

import bites.inmemory.core.inmemory.InMemoryThings;

/** Its name begins like the one that may. */
record CoreOffender(InMemoryThings things) {}
