package dev.guildhall.integrations.builtin;

/** An expression that has no value here. The message is one sentence that a model can act on. */
final class ArithmeticFault extends Exception {
    private static final long serialVersionUID = 1L;

    ArithmeticFault(String message) {
        super(message, null, false, false);
    }
}
