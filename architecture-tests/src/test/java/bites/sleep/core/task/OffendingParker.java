package bites.sleep.core.task;

import java.util.concurrent.locks.LockSupport;

record OffendingParker() {
    void nap() {
        LockSupport.parkNanos(1);
    }
}
