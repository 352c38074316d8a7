package dev.guildhall.testkit.contract;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.ports.storage.Stores;

/** Runs work in a transaction that is rolled back. */
public final class Undone {
    private Undone() {}

    /** Does the work and then throws, so that the transaction is rolled back. */
    public static void after(Stores stores, Runnable work) {
        assertThatThrownBy(() -> stores.transactions().run(() -> {
                    work.run();
                    throw new IllegalStateException("undo");
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("undo");
    }
}
