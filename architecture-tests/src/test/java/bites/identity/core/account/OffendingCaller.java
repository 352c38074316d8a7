package bites.identity.core.account;

final class OffendingCaller {
    private static final ThreadLocal<String> CALLER = new ThreadLocal<>();

    String caller() {
        return CALLER.get();
    }
}
