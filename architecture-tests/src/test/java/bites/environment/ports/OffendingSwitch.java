package bites.environment.ports;

interface OffendingSwitch {
    default boolean isOn() {
        return Boolean.getBoolean("switch");
    }
}
