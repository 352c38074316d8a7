package bites.cycles.core.run;

import bites.cycles.core.task.OffendingService;

public interface OffendingRun {
    OffendingService service();
}
