package bites.stores.core.inmemory;

import bites.stores.ports.TaskStore;

record OffendingMap() implements TaskStore {}
