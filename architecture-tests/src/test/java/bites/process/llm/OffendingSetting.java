package bites.process.llm;

record OffendingSetting() {
    void disableProxy() {
        System.setProperty("java.net.useSystemProxies", "false");
    }
}
