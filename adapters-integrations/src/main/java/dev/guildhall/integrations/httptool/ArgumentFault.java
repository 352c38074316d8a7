package dev.guildhall.integrations.httptool;

/** An argument that no request can be made of. Its message is for the model that gave it. */
final class ArgumentFault extends Exception {
    private static final long serialVersionUID = 1L;

    ArgumentFault(String parameter, String message) {
        super(parameter + ": " + message, null, false, false);
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
