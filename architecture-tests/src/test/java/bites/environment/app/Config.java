package bites.environment.app;

import java.util.Map;

record Config() {
    Map<String, String> all() {
        return System.getenv();
    }
}
