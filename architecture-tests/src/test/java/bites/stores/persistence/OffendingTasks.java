package bites.stores.persistence;

import bites.stores.ports.TaskStore;

record OffendingTasks() implements TaskStore {}
