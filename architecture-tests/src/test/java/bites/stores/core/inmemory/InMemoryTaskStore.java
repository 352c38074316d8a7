package bites.stores.core.inmemory;

import bites.stores.ports.TaskStore;

record InMemoryTaskStore() implements TaskStore {}
