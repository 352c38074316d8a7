package dev.guildhall.ports.contract;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.ports.storage.Stores;

/** Work in a transaction that comes to nothing. */
public final class Undone {
    private Undone() {}

    /** Does the work and throws in the end, so that it is taken back. */
    public static void after(Stores stores, Runnable work) {
        assertThatThrownBy(() -> stores.transactions().run(() -> {
                    work.run();
                    throw new IllegalStateException("undo");
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("undo");
    }
}
