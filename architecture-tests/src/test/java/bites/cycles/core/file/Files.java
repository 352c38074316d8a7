package bites.cycles.core.file;

import bites.cycles.core.run.OffendingRun;

record Files(OffendingRun run) {}
