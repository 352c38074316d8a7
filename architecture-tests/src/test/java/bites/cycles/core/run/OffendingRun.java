package bites.cycles.core.run;

import bites.cycles.core.task.OffendingDesk;

public interface OffendingRun {
    OffendingDesk desk();
}
