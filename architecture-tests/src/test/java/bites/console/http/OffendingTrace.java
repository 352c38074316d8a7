package bites.console.http;

record OffendingTrace() {
    void tell(IllegalStateException failure) {
        failure.printStackTrace();
    }
}
