package dev.guildhall.integrations.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.integrations.httptool.CredentialPlace;
import dev.guildhall.integrations.httptool.HeaderText;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Constant headers of every request; the secret ones have values from the environment. */
record StaticHeaders(Map<String, String> values, Set<String> secret) {
    static StaticHeaders read(JsonNode headers, String path, EnvironmentTexts texts, ManifestFaults faults) {
        Map<String, String> values = new LinkedHashMap<>();
        Set<String> secret = new LinkedHashSet<>();
        Map<String, String> seen = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.properties().forEach(entry -> {
            String name = entry.getKey();
            String here = path + "." + name;
            faults.addIf(here, HeaderText.nameFault(name));
            if (seen.put(name, name) != null) {
                faults.add(here, "is listed twice");
            }
            texts.required(entry.getValue(), here, faults).ifPresent(text -> {
                if (!HeaderText.isSendable(text.value())) {
                    faults.add(here, "must be one line of visible ASCII without spaces at its ends");
                }
                values.put(name, text.value());
                if (text.fromEnvironment()) {
                    secret.add(name);
                }
            });
        });
        return new StaticHeaders(values, secret);
    }

    /** Adds a fault when there is a header of the credential. */
    void refuse(CredentialPlace place, String path, ManifestFaults faults) {
        if (place instanceof CredentialPlace.Header(String name, String ignored)
                && values.keySet().stream().anyMatch(name::equalsIgnoreCase)) {
            faults.add(path, "must not have " + name + ", the header of the credential");
        }
    }
}
