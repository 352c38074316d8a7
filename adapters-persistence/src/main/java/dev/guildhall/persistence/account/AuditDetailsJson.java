package dev.guildhall.persistence.account;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.guildhall.ports.audit.AuditDetail;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/** Writes the details of an audit entry as one JSON object, and reads them. */
final class AuditDetailsJson {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final TypeReference<Map<String, String>> DETAILS = new TypeReference<>() {};

    private AuditDetailsJson() {}

    static String write(Map<AuditDetail, String> details) {
        Map<String, String> named = new HashMap<>();
        details.forEach((detail, value) -> named.put(detail.wireName(), value));
        try {
            return JSON.writeValueAsString(named);
        } catch (JsonProcessingException unwritable) {
            throw new IllegalArgumentException("details of an audit entry cannot be written as JSON", unwritable);
        }
    }

    /** Omits the details that a newer version wrote and this version does not know. */
    static Map<AuditDetail, String> read(String json) {
        try {
            Map<String, String> named = JSON.readValue(json, DETAILS);
            Map<AuditDetail, String> details = new EnumMap<>(AuditDetail.class);
            for (AuditDetail detail : AuditDetail.values()) {
                if (named.containsKey(detail.wireName())) {
                    details.put(detail, named.get(detail.wireName()));
                }
            }
            return details;
        } catch (JsonProcessingException unreadable) {
            throw new IllegalStateException("details of an audit entry cannot be read", unreadable);
        }
    }
}
