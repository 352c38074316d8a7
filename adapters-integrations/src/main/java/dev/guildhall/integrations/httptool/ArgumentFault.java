package dev.guildhall.integrations.httptool;

/** An argument that cannot be put into a request. The message is for the model. */
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
