package bites.environment.persistence.embedded;

record OffendingUser() {
    String name() {
        return System.getProperty("user.name");
    }
}
