package bites.environment.persistence.embedded;

record PostgresBinaries() {
    String system() {
        return System.getProperty("os.name");
    }
}
