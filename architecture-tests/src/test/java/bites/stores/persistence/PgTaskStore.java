package bites.stores.persistence;

import bites.stores.ports.TaskStore;

record PgTaskStore() implements TaskStore {}
