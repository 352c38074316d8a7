package bites.inmemory.core;

import bites.inmemory.core.inmemory.InMemoryThings;

/** Its name begins with the name of the class that is allowed. */
record CoreOffender(InMemoryThings things) {}
