package dev.guildhall.ports.start;

import dev.guildhall.ports.JsonData;
import java.util.Map;

/**
 * Work to be started, as its request wrote it (schedules-1). It is read again at each start, so that it is checked by the rules
 * of that time.
 *
 * @param kind what is started
 * @param body the body of the request that starts this kind of work, as plain JDK values
 */
public record Start(StartKind kind, Map<String, Object> body) {
    public Start {
        body = JsonData.copy(body);
    }
}
