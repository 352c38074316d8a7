package bites.cycles.core.task;

import bites.cycles.core.run.OffendingRun;

public record OffendingService(OffendingRun run) {}
