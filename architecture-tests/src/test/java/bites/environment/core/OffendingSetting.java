package bites.environment.core;

import java.util.Map;

record OffendingSetting() {
    Map<String, String> all() {
        return System.getenv();
    }
}
