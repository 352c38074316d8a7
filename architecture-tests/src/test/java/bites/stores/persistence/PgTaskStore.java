package bites.stores.persistence;

import bites.stores.ports.TaskStore;

public record PgTaskStore() implements TaskStore {}
