package bites.process.wire;

import java.util.logging.LogManager;

record OffendingLog() {
    void silence() {
        LogManager.getLogManager().reset();
    }
}
